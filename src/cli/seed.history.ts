import type { Insertable } from 'kysely'
import { type RebuildState, rebuildStep } from '../features/scans/rebuild.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../platform/kit/clock.ts'
import { lowestId, madeAt, sha256Hex } from '../platform/kit/ids.ts'
import type { Database } from '../platform/store/database.ts'
import type { Device, Tables } from '../platform/store/tables.ts'
import { foldForSearch } from '../platform/text/text.ts'
import { CommandError } from './command.ts'
import {
  type DemoCode,
  idAt,
  inParts,
  plantDeliveries,
  type Scan,
  type Target,
} from './seed.deliveries.ts'
import { demoComments, demoTalks } from './seed.talks.ts'

type Talk = Insertable<Tables['conversations']>
type Message = Insertable<Tables['messages']>

const days = 60
const archivedDays = 20

/** The same numbers at every run: demo data must not differ between two machines. */
const newChance = () => {
  let state = 42
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}
type Chance = () => number

const oneOf = <T>(chance: Chance, items: readonly T[]): T =>
  items[Math.floor(chance() * items.length)] as T

/** Visits at breakfast, at noon and in the evening; weekends are busier. */
const hours = [8, 9, 9, 10, 12, 12, 13, 15, 18, 19, 19, 20, 21]
const countries = ['DE', 'DE', 'DE', 'DE', 'DE', 'DK', 'NL', 'GB', 'FR', 'PL', 'US', 'ES']
const devices: Device[] = ['mobile', 'mobile', 'mobile', 'mobile', 'mobile', 'tablet', 'desktop']

const scansOf = (code: DemoCode, chance: Chance, now: number): Scan[] => {
  const today = Math.floor(now / dayMs)
  // An archived code cannot be scanned any more.
  const last = code.isArchived ? archivedDays : 0
  return Array.from({ length: days - last }, (_, back) => today - last - back).flatMap((day) => {
    const isWeekend = [0, 6].includes(new Date(day * dayMs).getUTCDay())
    const count = Math.floor(chance() * (isWeekend ? 12 : 8))
    return Array.from({ length: count }, (): Scan => {
      const at = day * dayMs + oneOf(chance, hours) * hourMs + Math.floor(chance() * hourMs)
      return {
        code_id: code.id,
        organization_id: code.organizationId,
        scanned_at: at,
        device: oneOf(chance, devices),
        device_key: sha256Hex(`${code.id} ${Math.floor(chance() * 400)}`).slice(0, 16),
        country: oneOf(chance, countries),
        conversation_started: 0,
        conversation_messages: 0,
      }
    })
  })
}

/** A third of the scans lead to a conversation, and a third of these are rated. */
const talkOf = (
  code: DemoCode,
  scan: Scan,
  chance: Chance,
): { talk: Talk; messages: Message[] } => {
  const pairs = demoTalks[code.name] ?? []
  const turns = Math.min(pairs.length, 1 + Math.floor(chance() * 3))
  const first = Math.floor(chance() * pairs.length)
  const id = idAt('conv', scan.scanned_at)
  const isRated = chance() < 0.33
  const rating = isRated ? (chance() < 0.8 ? ('up' as const) : ('down' as const)) : null
  const rating_comment = rating === 'down' ? oneOf(chance, demoComments) : null
  const messages = Array.from({ length: turns }, (_, turn) => pairs[(first + turn) % pairs.length])
    .flatMap((pair) => pair ?? [])
    .map((text, index): Message => {
      const isAnswer = index % 2 === 1
      const at = scan.scanned_at + (10 + index * 15) * secondMs
      const isLast = index === 2 * turns - 1
      return {
        id: idAt('msg', at),
        conversation_id: id,
        turn: Math.floor(index / 2) + 1,
        role: isAnswer ? 'assistant' : 'visitor',
        text,
        text_folded: foldForSearch(text),
        status: 'done',
        model: isAnswer ? 'demo' : null,
        tokens_reserved: 0,
        tokens_in: isAnswer ? 0 : null,
        tokens_out: isAnswer ? 0 : null,
        cost_micros: isAnswer ? 0 : null,
        rating: isLast ? rating : null,
        rating_comment: isLast ? rating_comment : null,
        created_at: at,
        finished_at: at + secondMs,
      }
    })
  const startedAt = scan.scanned_at + 10 * secondMs
  return {
    messages,
    talk: {
      id,
      organization_id: code.organizationId,
      code_id: code.id,
      token_hash: sha256Hex(id),
      language: scan.country === 'DE' ? 'de' : 'en',
      is_demo: 1,
      status: 'ended',
      reason: chance() < 0.3 ? 'closed' : 'timed_out',
      turns,
      messages_count: messages.length,
      tokens_in: 0,
      tokens_out: 0,
      cost_micros: 0,
      rating,
      rating_comment,
      created_at: startedAt,
      started_at: startedAt,
      ended_at: startedAt + 5 * minuteMs,
    },
  }
}

export interface History {
  scans: number
  conversations: number
  deliveries: number
}

/** Sixty days of scans, conversations and ratings, and the deliveries that are still kept. */
export const plantHistory = async (target: Target, codes: DemoCode[]): Promise<History> => {
  const { database } = target
  const chance = newChance()
  const now = database.clock.now()
  const found = codes
    .flatMap((code) => scansOf(code, chance, now).map((scan) => ({ code, scan })))
    // Lists show the newest ids first, so ids must follow the time.
    .filter(({ scan }) => scan.scanned_at < now - 10 * minuteMs)
    .toSorted((a, b) => a.scan.scanned_at - b.scan.scanned_at)
    .map((visit) => ({ ...visit, isTalk: chance() < 0.33 }))
  const planned = found.map(({ code, scan, isTalk }) => {
    const talk = isTalk && demoTalks[code.name] ? talkOf(code, scan, chance) : null
    const counted = {
      conversation_started: 1,
      conversation_messages: talk?.talk.messages_count ?? 0,
    }
    return { code, scan: talk ? { ...scan, ...counted } : scan, talk, scanId: 0 }
  })
  const talks = planned.flatMap((visit) => (visit.talk ? [{ ...visit.talk, visit }] : []))
  // Short transactions: the service may run beside this command.
  for (const some of inParts(planned)) {
    await database.transaction(async ({ db }) => {
      const rows = some.map(({ scan }) => scan)
      const ids = await db.insertInto('scans').values(rows).returning('id').execute()
      for (const [index, visit] of some.entries()) visit.scanId = ids[index]?.id ?? 0
    })
  }
  for (const some of inParts(talks)) {
    const rows = some.map(({ talk, visit }) => ({ ...talk, scan_id: visit.scanId }))
    const messages = some.flatMap((one) => one.messages)
    await database.transaction(async ({ db }) => {
      await db.insertInto('conversations').values(rows).execute()
      for (const part of inParts(messages)) await db.insertInto('messages').values(part).execute()
    })
  }
  await database.transaction(async ({ db }) => {
    const created_at = now - (days + 1) * dayMs
    const ids = codes.map(({ id }) => id)
    await db.updateTable('codes').set({ created_at }).where('id', 'in', ids).execute()
  })
  await addSums(database, codes)
  const deliveries = await plantDeliveries(target, codes[0]?.organizationId ?? '', planned, now)
  return { scans: planned.length, conversations: talks.length, deliveries }
}

/** The sums of the new codes and organizations; those of others stay untouched. */
const addSums = async (database: Database, codes: DemoCode[]) => {
  const firstDays = { scans: 0, conversations: 0 }
  const scopes = {
    codes: codes.map(({ id }) => id),
    organizations: codes.map(({ organizationId }) => organizationId),
  }
  for (const kind of ['codes', 'organizations'] as const) {
    const first = scopes[kind].toSorted()[0] ?? ''
    let state: RebuildState | null = {
      of: kind,
      id: lowestId(first.split('_')[0] ?? '', madeAt(first)),
      day: null,
    }
    while (state?.of === kind) {
      const step: Awaited<ReturnType<typeof rebuildStep>> = await rebuildStep(
        database,
        state,
        firstDays,
        (work) => database.transaction(work),
      )
      if (!step)
        throw new CommandError('A code is being deleted. Run qpr doctor --rebuild-analytics later.')
      state = step.state
    }
  }
}

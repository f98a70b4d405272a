import { monthOf } from '../../src/features/plans/monthly.ts'
import { dayMs, systemClock } from '../../src/platform/kit/clock.ts'
import type { Device } from '../../src/platform/store/tables.ts'
import { plantConversations } from '../harness/data/conversations.ts'
import { createCode, createKey } from '../harness/data/given.ts'
import { plantDeliveries } from '../harness/data/planted.ts'
import { plantScans } from '../harness/data/planted-scans.ts'
import { rebuildSums } from '../harness/data/rebuilt-sums.ts'
import { openTalk } from '../harness/data/talk.ts'
import { choosePlan } from '../harness/providers/billing.ts'
import type { Receiver } from '../harness/receivers/receiver.ts'
import { deliveriesOf, registerWebhook } from '../harness/receivers/webhooks.ts'
import type { Service } from '../harness/service/service.ts'
import * as data from './data.ts'

const hourMs = dayMs / 24

/** The same numbers every time. */
const createDice = () => {
  let state = 7
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

/** A month of the hotel. Answers what the pages to be shown need to be found. */
export const seedHotel = async (service: Service, organizationId: string, receiver: Receiver) => {
  await choosePlan(service, 'starter', organizationId)
  const codes = []
  for (const { archived, ...fields } of data.codes as ({ archived?: true } & object)[]) {
    const code = await createCode(service, fields)
    if (archived) await service.patch(`/v1/qpr-codes/${code.id}`, { status: 'archived' })
    else codes.push(code)
  }
  await seedPeople(service, organizationId)
  await makeOlder(service)
  const scans = scansOf(codes)
  const ids = await plantScans(
    service,
    scans.map(({ talk, ...scan }) => scan),
  )
  const [first = { id: '' }] = codes
  let newest = ''
  for (const code of codes) {
    const talks = scans.flatMap((scan, index) =>
      scan.code === code && scan.talk ? [conversationOf(scan.talk, scan.at, ids[index])] : [],
    )
    const conversations = await plantConversations(service, code, talks)
    if (code === first) newest = conversations.at(-1) ?? ''
  }
  await rebuildSums(service.database, systemClock, null)
  await seedSums(service, organizationId)
  const [rooms, grill] = codes
  if (rooms) await seedLeads(service, organizationId, rooms)
  const person = rooms && grill ? await seedTalks(service, rooms, grill) : ''
  const { webhook, failed } = await seedWebhooks(service, receiver, codes)
  return { code: first.id, conversation: newest, person, webhook, delivery: failed }
}

/** A person can be asked for, and three visitors have left an address. */
const seedLeads = async (
  service: Service,
  organizationId: string,
  { id, short_id }: { id: string; short_id: string },
) => {
  const { handoff, lead_form, leads } = data
  await service.request('PUT', `/v1/organizations/${organizationId}/handoff`, { body: handoff })
  await service.patch(`/v1/qpr-codes/${id}`, { lead_form })
  for (const values of leads) {
    const visitor = await openTalk(service, short_id)
    await visitor.post('/lead', { values, consent: lead_form.consent })
  }
}

/** One visitor waits for a person, another one has one. Returns the conversation of the second. */
const seedTalks = async (
  service: Service,
  taken: { short_id: string },
  waiting: { id: string; short_id: string },
): Promise<string> => {
  // Also at night.
  const handoff = { enabled: true, hours: null, wait_seconds: 3600 }
  await service.patch(`/v1/qpr-codes/${waiting.id}`, { handoff })
  await service.patch('/v1/account', { display_name: 'Anna Petersen' })
  const first = await openTalk(service, waiting.short_id)
  await first.ask('Can we sit outside with nine people tonight?')
  await first.post('/handoff')
  const second = await openTalk(service, taken.short_id)
  await second.ask('We locked ourselves out of room 214.')
  const path = `/v1/conversations/${second.conversation_id}`
  await service.post(`${path}/take`)
  await service.post(`${path}/messages`, { text: 'I am on my way with a second key.' })
  await second.say('Thank you! We wait at the lift.')
  await service.post(`${path}/notes`, { text: 'Second time this week: the lock needs a look.' })
  return second.conversation_id
}

/** What answers used, by day and by month, as if a model had counted it. */
const seedSums = async ({ database }: Service, organization_id: string) =>
  await database.transaction(async ({ db }) => {
    const model = 'openai:gpt-5-mini'
    await db.updateTable('messages').set({ model }).where('role', '=', 'assistant').execute()
    const talks = await db.selectFrom('conversations').selectAll().execute()
    const days = Map.groupBy(
      talks,
      ({ code_id, created_at }) => `${code_id} ${Math.floor(created_at / dayMs)}`,
    )
    const sum = (rows: typeof talks, of: (talk: (typeof talks)[0]) => number) =>
      rows.reduce((total, row) => total + of(row), 0)
    const rows = [...days].map(([key, some]) => ({
      code_id: key.split(' ')[0] ?? '',
      day: Number(key.split(' ')[1]),
      tokens_used: sum(some, ({ tokens_in, tokens_out }) => tokens_in + tokens_out),
      tokens_reserved: 0,
      answers: sum(some, ({ turns }) => turns),
      cost_micros: sum(some, ({ cost_micros }) => cost_micros),
      outcomes_answered: sum(some, ({ turns, rating }) => (rating === 'down' ? 0 : turns)),
      outcomes_unknown: sum(some, ({ turns, rating }) => (rating === 'down' ? turns : 0)),
    }))
    await db.insertInto('code_days').values(rows).execute()
    const month = monthOf(Date.now())
    const ofMonth = talks.filter(({ created_at }) => monthOf(created_at) === month)
    const messages = sum(ofMonth, ({ turns }) => turns)
    await db
      .insertInto('organization_months')
      .values({ organization_id, month, messages })
      .execute()
  })

const seedPeople = async (service: Service, organizationId: string) => {
  for (const { email, role = 'viewer' } of data.members) {
    await service.keyOf(role, organizationId, email)
  }
  for (const invitation of data.invited) {
    await service.post(`/v1/organizations/${organizationId}/members`, invitation)
  }
  await createKey(service, {
    name: 'Booking system',
    role: 'editor',
    organization_id: organizationId,
  })
  await createKey(service, {
    name: 'Weekly report',
    role: 'viewer',
    organization_id: organizationId,
  })
}

/** Whatever has been scanned for a month was not made today. */
const makeOlder = async ({ database }: Service) =>
  await database.transaction(async ({ db }) => {
    const codes = await db.selectFrom('codes').select('id').orderBy('created_at').execute()
    for (const [index, { id }] of codes.entries()) {
      const created_at = Date.now() - (60 - 3 * index) * dayMs
      await db.updateTable('codes').set({ created_at }).where('id', '=', id).execute()
    }
    const then = Date.now() - 61 * dayMs
    await db.updateTable('organizations').set({ created_at: then }).execute()
    await db.updateTable('api_keys').set({ created_at: then }).execute()
    await db.updateTable('members').set({ joined_at: then }).execute()
  })

const devices: Device[] = ['mobile', 'mobile', 'mobile', 'mobile', 'tablet', 'desktop']

const scansOf = (codes: { id: string }[]) => {
  const dice = createDice()
  const midnight = Math.floor(Date.now() / dayMs) * dayMs
  const scans = []
  for (let day = 0; day <= 45; day++) {
    const date = midnight - day * dayMs
    const isWeekend = [0, 6].includes(new Date(date).getUTCDay())
    const count = (isWeekend ? 52 : 30) + dice(14) - Math.floor(day / 3)
    for (let number = 0; number < count; number++) {
      const hour = data.hours[dice(data.hours.length)] ?? 12
      const at = date + hour * hourMs + dice(hourMs)
      // The first codes have most of them.
      const code = codes[Math.min(dice(codes.length), dice(codes.length))]
      if (!code || at > Date.now()) continue
      const pool = code === codes[0] ? data.talks : data.otherTalks
      const talk = dice(5) < 2 ? pool[dice(pool.length)] : undefined
      scans.push({
        code,
        at,
        device: devices[dice(devices.length)] ?? 'mobile',
        country: data.countries[dice(data.countries.length)] ?? null,
        visitor: `guest ${dice(900)}`,
        conversation_started: talk ? 1 : 0,
        conversation_messages: talk?.said.length ?? 0,
        talk,
      })
    }
  }
  scans.sort((a, b) => a.at - b.at)
  // The one that is shown.
  const shown = scans.findLast(({ code, talk }) => code === codes[0] && talk)
  if (shown) shown.talk = data.talks[0]
  return scans
}

const conversationOf = ({ comment, ...talk }: data.Said, at: number, scan_id = 0) => ({
  ...talk,
  at: at + 20_000,
  scan_id,
  rating_comment: comment ?? null,
  tokens_in: 380 * talk.said.length + (at % 90),
  tokens_out: 30 * talk.said.length + (at % 30),
  cost_micros: 900 * talk.said.length + (at % 600),
})

const seedWebhooks = async (
  service: Service,
  receiver: Receiver,
  codes: { short_id: string }[],
) => {
  const now = Date.now()
  receiver.answerWith(({ path }) =>
    path.endsWith('/bookings')
      ? { status: 503, body: '{"error": "The booking system is being updated."}' }
      : { status: 200, body: '{"received": true}' },
  )
  const url = receiver.url.replace('127.0.0.1', 'localhost')
  const events = ['scan.created', 'conversation.completed']
  const good = await registerWebhook(service, `${url}/hooks/loyalty`, {
    events,
    description: 'Loyalty system',
  })
  const bad = await registerWebhook(service, `${url}/hooks/bookings`, {
    events: ['scan.created'],
    description: 'Booking system',
  })
  const hoursAgo = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, hour) => now - (from + hour) * hourMs).reverse()
  const delivered = { status: 'succeeded', attempts_count: 1, last_status: 200 } as const
  await plantDeliveries(service, good.id, hoursAgo(1, 60), {
    ...delivered,
    event: 'conversation.completed',
  })
  await plantDeliveries(service, bad.id, hoursAgo(8, 40), { ...delivered, event: 'scan.created' })
  await plantDeliveries(service, bad.id, hoursAgo(4, 8), {
    event: 'scan.created',
    last_status: 503,
  })
  for (const { short_id } of codes.slice(0, 3)) {
    await fetch(`${service.address}/s/${short_id}`, {
      headers: { 'User-Agent': iPhone, Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' },
    })
  }
  // Each of them three times at the one that is being updated, and once at the other.
  await receiver.waitFor(12)
  const [latest] = await deliveriesOf(service, bad.id)
  return { webhook: bad.id, failed: latest?.id ?? '' }
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 ' +
  '(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Unavailable } from '../errors.ts'

/** What a server of the list said about itself. */
export interface ServerAnswer {
  url: string
  /** Why it did not answer; null: it did. */
  failure: string | null
  isWritable: boolean
  /** Identifies the cluster: a primary and its standbys share it. Null: not readable. */
  system: string | null
  /** Grows with each promotion. Null: a standby, or not readable. */
  timeline: number | null
}

/** The newest primary that this installation has used. */
interface Remembered {
  system: string
  timeline: number
}

/** No server of the list can be used as the primary. */
export class NoPrimary extends Unavailable {}

const hostOf = ({ url }: ServerAnswer): string => new URL(url).host

/** The servers whose timeline and cluster can be compared with what was used before. */
const systemsOf = (answers: ServerAnswer[]): string[] => [
  ...new Set(answers.flatMap(({ system }) => system ?? [])),
]

/**
 * After `pg_upgrade` or a move, all servers belong to another cluster. While one of them does not
 * answer, it may be the one that was used before.
 */
const isNewCluster = (answers: ServerAnswer[], { system }: Remembered): boolean =>
  answers.every((answer) => answer.system !== null && answer.system !== system)

const refusal = (answer: ServerAnswer, used: Remembered | null): string | null => {
  const { failure, isWritable, system, timeline } = answer
  if (failure !== null) return failure
  if (!isWritable) return 'it accepts no writes'
  if (used === null || system === null) return null
  if (system !== used.system) return `it belongs to another cluster (${system}, not ${used.system})`
  return timeline !== null && timeline < used.timeline
    ? `it is an old primary (timeline ${timeline}; ${used.timeline} was used)`
    : null
}

/** The highest timeline first; of equal ones the server in use. */
const byTimeline = (current: string | undefined) => (a: ServerAnswer, b: ServerAnswer) =>
  (b.timeline ?? 0) - (a.timeline ?? 0) || Number(b.url === current) - Number(a.url === current)

interface Choice {
  primary: ServerAnswer
  /** Others that accept writes and cannot be told apart from it. */
  equals: ServerAnswer[]
}

/**
 * Of the servers that accept writes, the one with the highest timeline, and never one that is older
 * than what was used: an old primary that returns accepts writes too, and they would be lost.
 */
export const choosePrimary = (
  answers: ServerAnswer[],
  remembered: Remembered | null,
  current?: string,
): Choice => {
  const used = remembered && isNewCluster(answers, remembered) ? null : remembered
  const reasons = answers.map((answer) => refusal(answer, used))
  const usable = answers.filter((_, at) => reasons[at] === null)
  if (systemsOf(usable).length > 1) {
    const hosts = usable.map((answer) => `${hostOf(answer)} (${answer.system})`).join(', ')
    throw new NoPrimary(`the database servers belong to different clusters: ${hosts}`)
  }
  const [primary, ...others] = usable.sort(byTimeline(current))
  if (!primary) {
    const each = answers.map((answer, at) => `${hostOf(answer)}: ${reasons[at]}`).join('; ')
    throw new NoPrimary(`none of the ${answers.length} database servers can be used: ${each}`)
  }
  return { primary, equals: others.filter(({ timeline }) => timeline === primary.timeline) }
}

export interface PrimaryMemory {
  read(): Remembered | null
  save(remembered: Remembered): void
}

/** Within this process only. */
export const createMemory = (): PrimaryMemory => {
  let remembered: Remembered | null = null
  return {
    read: () => remembered,
    save: (newer) => {
      remembered = newer
    },
  }
}

/** Shared by all processes with this data directory, and by their later starts. */
export const createFileMemory = (file: string): PrimaryMemory => {
  const own = createMemory()
  const stored = (): Remembered | null => {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw new NoPrimary(`${file} cannot be read: ${(error as Error).message}`)
    }
    const { system_identifier: system, timeline } = parsed(text)
    if (typeof system !== 'string' || typeof timeline !== 'number') {
      throw new NoPrimary(`${file} is damaged: delete it if only one server accepts writes.`)
    }
    return { system, timeline }
  }
  return {
    read: () => newest(stored(), own.read()),
    save(remembered) {
      own.save(remembered)
      mkdirSync(dirname(file), { recursive: true })
      const draft = `${file}.${randomUUID()}`
      const { system: system_identifier, timeline } = remembered
      writeFileSync(draft, `${JSON.stringify({ system_identifier, timeline })}\n`, { flush: true })
      // Renamed when complete, so that no process reads an incomplete file.
      renameSync(draft, file)
    },
  }
}

/** Another process may have saved an older one at the same moment. */
const newest = (stored: Remembered | null, own: Remembered | null): Remembered | null =>
  stored && own && own.system === stored.system && own.timeline > stored.timeline
    ? own
    : (stored ?? own)

const parsed = (text: string): { system_identifier?: unknown; timeline?: unknown } => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

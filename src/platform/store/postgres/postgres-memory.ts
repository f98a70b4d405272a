import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { NoPrimary, type Remembered } from './postgres-primary.ts'

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

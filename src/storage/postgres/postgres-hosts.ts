import { Socket } from 'node:net'
import { Client, DatabaseError } from 'pg'
import { secondMs } from '../../kit/clock.ts'
import type { Logger } from '../../kit/log.ts'
import { hostUrls } from '../../kit/postgres-url.ts'
import { createMemory, type PrimaryMemory } from './postgres-memory.ts'
import { type Answer, choosePrimary } from './postgres-primary.ts'

/** A server that needs longer does not count, so that a dead one does not stop the others. */
const probeMs = secondMs
/** Requests that arrive while no server accepts writes share one answer for this time. */
const pauseMs = 200
/** So long an old primary may be used at most after another server was promoted. */
const compareEveryMs = 5 * secondMs

/** A connection to one of the servers. */
interface Connected {
  /** The URL of its server. */
  readonly server: string | undefined
  giveUp(reason: string): void
}

interface HostsOptions {
  urls: string[]
  log?: Logger | undefined
  memory?: PrimaryMemory | undefined
}

export type Hosts = ReturnType<typeof createHosts>

/**
 * Finds the server that is the primary, and finds it again after a failover. All connections to the
 * same servers share it.
 */
export const createHosts = ({ urls, log, memory = createMemory() }: HostsOptions) => {
  const connections = new Set<Connected>()
  let primary: Promise<string> | undefined
  let current: string | undefined
  let warned = ''

  const save = ({ url, system, timeline }: Answer) => {
    if (system === null || timeline === null) return
    const known = memory.read()
    if (known?.system === system && known.timeline === timeline) return
    try {
      memory.save({ system, timeline })
      log?.info({ host: new URL(url).host, system, timeline }, 'a new primary is remembered')
    } catch (error) {
      log?.warn({ err: error }, 'the primary cannot be remembered in the data directory')
    }
  }

  const warnOfEquals = (equals: Answer[]) => {
    const hosts = equals.map(({ url }) => new URL(url).host).join(', ')
    if (hosts !== '' && hosts !== warned) {
      log?.error({ hosts }, 'two servers accept writes and cannot be told apart: stop one of them')
    }
    warned = hosts
  }

  /** Compares all servers. Connections to any other than the primary are given up. */
  const find = async (): Promise<string> => {
    const answers = await askServers(urls)
    const { primary: chosen, equals } = choosePrimary(answers, memory.read(), current)
    save(chosen)
    warnOfEquals(equals)
    current = chosen.url
    for (const connection of connections) {
      const isElsewhere = connection.server !== undefined && connection.server !== chosen.url
      if (isElsewhere) connection.giveUp('another server is the primary')
    }
    return chosen.url
  }

  return {
    /** The URL of the primary. */
    primary(): Promise<string> {
      if (primary) return primary
      const finding = find()
      primary = finding
      finding.catch(() => {
        setTimeout(() => {
          if (primary === finding) primary = undefined
        }, pauseMs).unref()
      })
      return finding
    },
    /** After a lost connection, or a write that was refused: another server may be the primary. */
    doubt(server: string | undefined) {
      if (server !== undefined && server === current) primary = undefined
    },
    add: (connection: Connected) => connections.add(connection),
    remove: (connection: Connected) => connections.delete(connection),
    /**
     * Another server may be promoted while the old primary still answers. Returns a function that
     * stops comparing.
     */
    watch(): () => void {
      let isComparing = false
      const compare = async () => {
        if (isComparing || !current) return
        isComparing = true
        const found = await find().catch(() => undefined)
        if (found) primary = Promise.resolve(found)
        isComparing = false
      }
      const timer = setInterval(compare, compareEveryMs).unref()
      return () => clearInterval(timer)
    },
  }
}

/** What each server says within a second. */
export const askServers = (urls: string[]): Promise<Answer[]> => Promise.all(urls.map(askServer))

const askServer = async (url: string): Promise<Answer> => {
  const socket = new Socket()
  socket.on('error', () => undefined)
  const client = new Client({ connectionString: url, stream: () => socket })
  client.on('error', () => undefined)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    socket.destroy()
  }, probeMs)
  try {
    await client.connect()
    const isWritable = (await readValue(client, readOnly)) === 'off'
    const system = await readIfAllowed(client, systemIdentifier)
    const file = isWritable ? await readIfAllowed(client, walFile) : null
    const timeline = file === null ? null : Number.parseInt(file.slice(0, 8), 16)
    return { url, failure: null, isWritable, system, timeline }
  } catch (error) {
    const failure = isLate ? 'no answer within a second' : (error as Error).message
    return { url, failure, isWritable: false, system: null, timeline: null }
  } finally {
    clearTimeout(timer)
    client.end().catch(() => undefined)
    // A server that has frozen does not say goodbye.
    setTimeout(() => socket.destroy(), probeMs).unref()
  }
}

const readValue = async (client: Client, query: string): Promise<string> => {
  const { rows } = await client.query<{ value: string }>(query)
  return rows[0]?.value ?? ''
}

/** Null where the server does not have the function, or does not allow it to this role. */
const readIfAllowed = (client: Client, query: string): Promise<string | null> =>
  readValue(client, query).catch((error: unknown) => {
    if (error instanceof DatabaseError && /^(42|0A)/.test(error.code ?? '')) return null
    throw error
  })

const readOnly = `select current_setting('transaction_read_only') as value`
const systemIdentifier = 'select system_identifier::text as value from pg_control_system()'
// Not `pg_control_checkpoint`, which shows the old timeline until the next checkpoint.
const walFile = 'select pg_walfile_name(pg_current_wal_lsn()) as value'

/** Null for a single server. */
export const hostsFor = (url: string, options: Omit<HostsOptions, 'urls'> = {}): Hosts | null => {
  const urls = hostUrls(url)
  return urls.length < 2 ? null : createHosts({ urls, ...options })
}

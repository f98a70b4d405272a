import { Socket } from 'node:net'
import { Client, DatabaseError } from 'pg'
import { secondMs } from '../../kit/clock.ts'
import type { Logger } from '../../kit/log.ts'
import { hostUrls } from '../../kit/parsers.ts'
import { connectMsOf } from './postgres-connection.ts'
import {
  choosePrimary,
  createMemory,
  type PrimaryMemory,
  type ServerAnswer,
} from './postgres-primary.ts'

/** A server that needs longer is waited for only while no other can be used. */
const promptMs = secondMs
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
  /** How often the servers are compared while there is no doubt. */
  compareMs?: number
}

export type Hosts = ReturnType<typeof createHosts>

/**
 * Finds the server that is the primary, and finds it again after a failover. All connections to the
 * same servers share it.
 */
export const createHosts = (options: HostsOptions) => {
  const { urls, log, memory = createMemory(), compareMs = compareEveryMs } = options
  const connections = new Set<Connected>()
  let primary: Promise<string> | undefined
  let current: ServerAnswer | undefined
  let warned = ''

  const save = ({ url, system, timeline }: ServerAnswer) => {
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

  const warnOfEquals = (equals: ServerAnswer[]) => {
    const hosts = equals.map(({ url }) => new URL(url).host).join(', ')
    if (hosts !== '' && hosts !== warned) {
      log?.error({ hosts }, 'two servers accept writes and cannot be told apart: stop one of them')
    }
    warned = hosts
  }

  const chooseFrom = (answers: ServerAnswer[]): ServerAnswer => {
    const { primary: chosen, equals } = choosePrimary(answers, memory.read(), current?.url)
    warnOfEquals(equals)
    return chosen
  }

  const choose = async (): Promise<ServerAnswer> => {
    const asked = urls.map((url) => ({ url, answer: askServer(url) }))
    const prompt = await Promise.all(asked.map(({ url, answer }) => promptly(url, answer)))
    try {
      return chooseFrom(prompt)
    } catch {
      return chooseFrom(await Promise.all(asked.map(({ answer }) => answer)))
    }
  }

  /** Connections to any other server are given up, also busy ones: their writes would be lost. */
  const use = (chosen: ServerAnswer): string => {
    save(chosen)
    current = chosen
    for (const connection of connections) {
      const isElsewhere = connection.server !== undefined && connection.server !== chosen.url
      if (isElsewhere) connection.giveUp('another server is the primary')
    }
    return chosen.url
  }

  /** A server that is only slow to answer must not be left for one that cannot be told apart. */
  const useIfNewer = (chosen: ServerAnswer) => {
    if (current && (chosen.timeline ?? 0) > (current.timeline ?? 0)) {
      primary = Promise.resolve(use(chosen))
    }
  }

  return {
    /** The URL of the primary. */
    primary(): Promise<string> {
      if (primary) return primary
      const finding = choose().then(use)
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
      if (server !== undefined && server === current?.url) primary = undefined
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
        if (isComparing) return
        isComparing = true
        // Without an answer the connections in use go on.
        await choose().then(useIfNewer, () => undefined)
        isComparing = false
      }
      const timer = setInterval(compare, compareMs).unref()
      return () => clearInterval(timer)
    },
  }
}

const noAnswer = (url: string, failure: string): ServerAnswer => ({
  url,
  failure,
  isWritable: false,
  system: null,
  timeline: null,
})

/** The answer of `asked`, or that there was none yet. */
const promptly = async (url: string, asked: Promise<ServerAnswer>): Promise<ServerAnswer> => {
  const { promise, resolve } = Promise.withResolvers<ServerAnswer>()
  const timer = setTimeout(() => resolve(noAnswer(url, 'no answer within a second')), promptMs)
  const answer = await Promise.race([asked, promise])
  clearTimeout(timer)
  return answer
}

/** What a server says within its `connect_timeout`. */
export const askServer = async (url: string): Promise<ServerAnswer> => {
  const socket = new Socket()
  socket.on('error', () => undefined)
  const client = new Client({ connectionString: url, stream: () => socket })
  client.on('error', () => undefined)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    socket.destroy()
  }, connectMsOf(url))
  try {
    await client.connect()
    const isWritable = (await readValue(client, readOnly)) === 'off'
    const system = await readIfAllowed(client, systemIdentifier)
    const file = isWritable ? await readIfAllowed(client, walFile) : null
    const timeline = file === null ? null : Number.parseInt(file.slice(0, 8), 16)
    return { url, failure: null, isWritable, system, timeline }
  } catch (error) {
    return noAnswer(url, isLate ? 'no answer in time' : (error as Error).message)
  } finally {
    clearTimeout(timer)
    client.end().catch(() => undefined)
    // A server that has frozen does not say goodbye.
    setTimeout(() => socket.destroy(), promptMs).unref()
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
// `pg_control_checkpoint` is not used: it shows the old timeline until the next checkpoint.
const walFile = 'select pg_walfile_name(pg_current_wal_lsn()) as value'

/** Null for a single server. */
export const hostsFor = (url: string, options: Omit<HostsOptions, 'urls'> = {}): Hosts | null => {
  const urls = hostUrls(url)
  return urls.length < 2 ? null : createHosts({ urls, ...options })
}

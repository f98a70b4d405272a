import { Client } from 'pg'
import { secondMs } from '../../kit/clock.ts'
import { hostUrls } from '../../kit/postgres-url.ts'
import { Unavailable } from '../errors.ts'

const probeMs = secondMs
/** Requests that arrive while no server accepts writes share one answer for this time. */
const pauseMs = 200

/** No server of the list accepts writes: the primary is down, and no standby was promoted yet. */
export class NoPrimary extends Unavailable {
  constructor(hosts: number) {
    super(`none of the ${hosts} database servers accepts writes`)
  }
}

export type Hosts = ReturnType<typeof createHosts>

/** Finds the server that accepts writes, and finds it again after a failover. */
export const createHosts = (urls: string[]) => {
  let primary: Promise<string> | undefined

  const find = async (): Promise<string> => {
    try {
      return await Promise.any(urls.map(requireWritable))
    } catch {
      throw new NoPrimary(urls.length)
    }
  }

  return {
    /** The URL of the server that accepts writes. */
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
    forget() {
      primary = undefined
    },
  }
}

const requireWritable = async (url: string): Promise<string> => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    )
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it accepts no writes')
    return url
  } finally {
    client.end().catch(() => undefined)
  }
}

const known = new Map<string, Hosts>()

/** All connections to the same servers share what they know. Null for a single server. */
export const hostsFor = (url: string): Hosts | null => {
  const urls = hostUrls(url)
  if (urls.length < 2) return null
  const hosts = known.get(url) ?? createHosts(urls)
  known.set(url, hosts)
  return hosts
}

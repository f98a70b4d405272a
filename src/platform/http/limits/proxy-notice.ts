import { createBounded } from '../../kit/bounded.ts'
import { dayMs } from '../../kit/clock.ts'
import type { Db, LoggedBase } from '../../store/database.ts'
import { countHit } from '../../store/rate-windows.ts'

type ProxyNoticeOptions = LoggedBase

const prefix = 'untrusted proxy '

/** Logs the proxy once, and stores it for a day for `qpr doctor`. */
export const createProxyNotice = ({ database, clock, log }: ProxyNoticeOptions) => {
  const logged = createBounded<true>('proxies', { bytes: 2 ** 18 })
  return (proxy: string) => {
    if (!logged.get(proxy)) {
      logged.set(proxy, true)
      log.warn(
        { proxy },
        'a proxy that QPR_TRUST_PROXY does not name forwards visitors: they share one limit',
      )
    }
    database
      .transaction(({ db }) => countHit(db, `${prefix}${proxy}`, clock.now() + dayMs))
      .catch((error) => log.debug({ err: error }, 'the proxy could not be stored for qpr doctor'))
  }
}

/** Untrusted proxies that forwarded a request within the last day. */
export const listUntrustedProxies = async (db: Db, now: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('rate_windows')
    .select('id')
    .where('id', 'like', `${prefix}%`)
    .where('expires_at', '>', now)
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id.slice(prefix.length))
}

import { existsSync } from 'node:fs'
import { listUntrustedProxies } from '../../platform/http/limits/proxy-notice.ts'
import { trustProxies } from '../../platform/http/limits/trusted-proxies.ts'
import { createLog } from '../../platform/kit/log.ts'
import type { Database } from '../../platform/store/database.ts'
import { sqlitePath } from '../../platform/store/open.ts'
import type { Config } from '../../service/config/config.ts'
import { openInstallation } from '../../service/installation.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Reports proxies that the running service has seen. */
export const checkProxy = async (config: Config): Promise<Finding[]> => {
  const path = sqlitePath(config.DATABASE_URL)
  if (path !== null && !existsSync(path)) return []
  let database: Database | undefined
  try {
    database = openInstallation(config, createLog('silent'))
    const seen = await listUntrustedProxies(database.db, database.clock.now())
    // Seen within the last day, and possibly configured since.
    const isTrusted = trustProxies(config.QPR_TRUST_PROXY)
    const proxies = seen.filter((proxy) => !isTrusted(proxy, 0))
    if (proxies.length === 0)
      return [ok('proxy', 'no untrusted proxy was seen in the last 24 hours')]
    return [
      wrong(
        'proxy',
        `${proxies.join(', ')} forwards visitors and is not trusted: all visitors share one ` +
          `limit. If the proxy is yours, set QPR_TRUST_PROXY=${[...config.QPR_TRUST_PROXY, ...proxies].join(',')}`,
      ),
    ]
  } catch {
    // The check of the database reports this.
    return []
  } finally {
    await database?.close()
  }
}

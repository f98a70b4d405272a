import type { TestContext } from 'node:test'
import { collectLogs } from './logs.ts'
import { copyDatabase } from './postgres.ts'
import { startProxy } from './proxy.ts'
import { startService } from './service.ts'

/** A service whose network to PostgreSQL can become silent, and another whose network cannot. */
export const startBehindProxy = async (t: TestContext, serverUrl: string) => {
  const url = await copyDatabase(serverUrl)
  const proxy = await startProxy(t, url)
  const { log, waitFor } = collectLogs()
  const settings = { QPR_SECRET: 'the-same-for-all-of-them' }
  const beside = await startService(t, { settings: { ...settings, DATABASE_URL: url } })
  const service = await startService(t, {
    settings: { ...settings, DATABASE_URL: proxy.through(url) },
    log,
  })
  return { proxy, service, beside, waitFor }
}

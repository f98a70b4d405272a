import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenApiDocument } from '../platform/http/openapi/document.ts'
import { createLog } from '../platform/kit/log.ts'
import { openDatabase } from '../platform/store/open.ts'
import { createApp } from './app.ts'
import { parseConfig } from './config/config.ts'

/** The OpenAPI document of a service at this address, without a running service. */
export const describeService = async (baseUrl: string): Promise<OpenApiDocument> => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-document-'))
  const log = createLog('silent')
  const config = parseConfig({
    DATABASE_URL: `sqlite:${join(folder, 'qpr.db')}`,
    QPR_DATA_DIR: folder,
    QPR_BASE_URL: baseUrl,
    OLLAMA_HOST: '127.0.0.1:1',
  })
  const database = openDatabase(config.DATABASE_URL, log)
  await database.migrate()
  const app = await createApp({ config, database, clock: database.clock, log })
  try {
    return JSON.parse(JSON.stringify(app.server.swagger()))
  } finally {
    await app.close()
    await database.close()
    await rm(folder, { recursive: true })
  }
}

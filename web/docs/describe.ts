// The OpenAPI document of the service, without a running one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app/app.ts'
import { parseConfig } from '../../src/config/config.ts'
import type { OpenApiDocument } from '../../src/http/reference/document.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { createLog } from '../../src/kit/log.ts'
import { openDatabase } from '../../src/storage/open.ts'

export const describeService = async (): Promise<OpenApiDocument> => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-docs-'))
  const log = createLog('silent')
  const config = parseConfig({
    DATABASE_URL: `sqlite:${join(folder, 'qpr.db')}`,
    QPR_DATA_DIR: folder,
    QPR_BASE_URL: 'http://localhost:3000',
    OLLAMA_HOST: '127.0.0.1:1',
  })
  const database = openDatabase(config.DATABASE_URL, log)
  await database.migrate()
  const app = await createApp({ config, database, clock: systemClock, log })
  try {
    return JSON.parse(JSON.stringify(app.server.swagger()))
  } finally {
    await app.close()
    await database.close()
    await rm(folder, { recursive: true })
  }
}

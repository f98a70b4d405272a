import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openService } from '../../../src/cli/service.ts'
import { createLog } from '../../../src/platform/kit/log.ts'
import { type Environment, parseConfig } from '../../../src/service/config/config.ts'
// It names the plugins of Fastify, without which every start takes longer.
import './service.ts'

/**
 * What `qpr serve` runs in `folder`, lock and secret included, but in this process: a start takes a
 * tenth of the processor time of a process. A new database file begins as a copy with all
 * migrations. Returns its end.
 */
export const serveIn = async (
  folder: string,
  settings: Environment,
): Promise<() => Promise<void>> => {
  const data = join(folder, 'data')
  const config = parseConfig({ QPR_DATA_DIR: data, ...settings })
  const { QPR_TEST_SQLITE: migrated } = process.env
  const file = join(data, 'qpr.db')
  if (migrated && config.DATABASE_URL === `sqlite:${file}` && !existsSync(file)) {
    await mkdir(data, { recursive: true })
    await copyFile(migrated, file)
  }
  const service = await openService(config, createLog('silent'))
  try {
    await service.start()
  } catch (error) {
    await service.close()
    throw error
  }
  return () => service.close()
}

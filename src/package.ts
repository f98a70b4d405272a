// What `import { start } from 'qpr'` gives: the service inside another program. The release makes its
// types from this file alone, so the exported types import nothing.
import { openService } from './cli/service.ts'
import { createLog } from './platform/kit/log.ts'
import { parseConfig } from './service/config/config.ts'

/** Settings by the names that `qpr config` lists, such as `{ PORT: '8080', QPR_DATA_DIR: 'data' }`. */
export type Settings = Readonly<Record<string, string | undefined>>

export interface Service {
  /** The public address: QPR_BASE_URL. */
  readonly url: string
  /** The first API key, at the first start on an empty database unless QPR_API_KEY chose it; otherwise null. */
  readonly apiKey: string | null
  /** A one-time link into the Studio, at the first start on an empty database; otherwise null. */
  readonly signInLink: string | null
  /** Stops accepting requests, finishes running work and closes the database. */
  close(): Promise<void>
}

/**
 * Runs the service in this process, as `qpr serve` does, until `close()`. It reads neither
 * variables of the environment nor `.env`. Log lines go to standard output;
 * `QPR_LOG_LEVEL: 'silent'` turns them off. New files get the umask of this process; `qpr serve` uses
 * 077.
 */
export const start = async (settings: Settings = {}): Promise<Service> => {
  const config = parseConfig({ ...settings })
  const service = await openService(config, createLog(config.QPR_LOG_LEVEL))
  try {
    const first = await service.start()
    return {
      url: config.QPR_BASE_URL,
      apiKey: first?.madeKey ?? null,
      signInLink: first?.signInLink ?? null,
      close: service.close,
    }
  } catch (error) {
    await service.close()
    throw error
  }
}

import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dayMs } from '../platform/kit/clock.ts'
import { sha256Hex } from '../platform/kit/ids.ts'
import type { Logger } from '../platform/kit/log.ts'
import { newMasterSecret, type Secrets } from '../platform/kit/secrets.ts'
import type { Database, Db } from '../platform/store/database.ts'
import { openDatabase } from '../platform/store/open.ts'
import { addSetting, findSetting } from '../platform/store/settings.ts'
import type { Config } from './config/config.ts'

/** Opens the configured database. */
export const openInstallation = (config: Config, log: Logger): Database =>
  openDatabase(config.DATABASE_URL, log, {
    directUrl: config.DATABASE_URL_DIRECT,
    isNaming: config.QPR_PREPARED_STATEMENTS === 'on',
    primaryFile: primaryFile(config),
  })

/** Remembers the newest primary of several PostgreSQL servers. */
export const primaryFile = (config: Pick<Config, 'QPR_DATA_DIR'>): string =>
  join(config.QPR_DATA_DIR, 'postgres-primary.json')

export const secretFile = (config: Pick<Config, 'QPR_DATA_DIR'>): string =>
  join(config.QPR_DATA_DIR, 'secret')

/** Read from the settings, or from the data directory, where it is created once. */
export const masterSecret = (config: Pick<Config, 'QPR_DATA_DIR' | 'QPR_SECRET'>): string => {
  if (config.QPR_SECRET !== null) return config.QPR_SECRET
  const file = secretFile(config)
  if (!existsSync(file)) makeSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret === '') throw new UnusableSecret(file)
  return secret
}

/**
 * Linked when complete: if two processes start at once, one creates it and neither reads an
 * incomplete file.
 */
const makeSecret = (file: string) => {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${newMasterSecret()}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}

/** Tokens that are derived from an empty secret could be guessed. */
export class UnusableSecret extends Error {
  constructor(file: string) {
    super(`${file} is empty: restore the secret of this database, or remove the file.`)
  }
}

/**
 * The database was created with another master secret, so its tokens and secrets cannot be
 * decrypted.
 */
export class WrongSecret extends Error {
  constructor() {
    super(
      'The database was created with another QPR_SECRET. Every process on one database needs ' +
        'the same secret: set QPR_SECRET, or copy the file "secret" from the data directory of ' +
        'this database.',
    )
  }
}

/** `qpr copy` was interrupted, so rows are missing. */
export class IncompleteCopy extends Error {
  constructor() {
    super(
      'This database is an incomplete copy. Run the same qpr copy command again to complete it.',
    )
  }
}

export const checkSecret = async (database: Database, secrets: Secrets, now: number) => {
  if ((await findSetting(database.db, 'copying')) !== null) throw new IncompleteCopy()
  const fingerprint = await database.transaction(async ({ db }) => {
    const isNew = await addSetting(db, 'secret_fingerprint', secrets.fingerprint)
    // No version before has given cursors of a new database to anybody.
    await addSetting(db, 'cursors_signed_at', String(isNew ? 0 : now))
    return findSetting(db, 'secret_fingerprint')
  })
  if (fingerprint !== secrets.fingerprint) throw new WrongSecret()
}

/** When cursors that a version before has sent end to be valid. That version did not sign them. */
export const unsignedCursorsUntil = async ({ db }: Pick<Database, 'db'>): Promise<number> =>
  Number((await findSetting(db, 'cursors_signed_at')) ?? 0) + dayMs

/** Whether this is the first start. Only one of two processes that start together gets true. */
export const claimFirstStart = (db: Db, now: number): Promise<boolean> =>
  addSetting(db, 'installed_at', String(now))

/** Whether a text is a key of this database, valid or ended. */
export const isInstalledKey = async (db: Db, text: string): Promise<boolean> => {
  const found = await db
    .selectFrom('api_key_texts')
    .select('key_id')
    .where('text_hash', '=', sha256Hex(text))
    .executeTakeFirst()
  return found !== undefined
}

import { existsSync, renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'

/** Not a backup of ours, or a damaged one. */
export class UnusableBackup extends Error {}

/**
 * A consistent copy of a database that may be in use, in one file, with the master secret inside:
 * a restored database without it could not read its own secrets.
 */
export const backUp = async (databasePath: string, file: string, masterSecret: string) => {
  const part = `${file}.part`
  rmSync(part, { force: true })
  const source = new DatabaseSync(databasePath, { readOnly: true, timeout: 5000 })
  try {
    // Held as it is now: SQLite starts over at every commit that it sees, and would never end on a
    // large database that is written to all the time.
    source.exec('begin; select count(*) from sqlite_schema')
    await backup(source, part)
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(part)
  copy.exec('pragma journal_mode = delete; create table backup (secret text not null)')
  copy.prepare('insert into backup (secret) values (?)').run(masterSecret)
  copy.close()
  // Named when whole: a backup that exists is a backup that works.
  renameSync(part, file)
}

/** Checks a backup and answers the master secret in it. */
export const readBackup = (file: string): string => {
  if (!existsSync(file)) throw new UnusableBackup(`There is no file ${file}.`)
  let copy: DatabaseSync | undefined
  try {
    copy = new DatabaseSync(file, { readOnly: true })
    const [check] = copy.prepare('pragma integrity_check').all()
    if (check?.integrity_check !== 'ok') throw new Error('its pages are damaged')
    const row = copy.prepare('select secret from backup').get()
    return String(row?.secret)
  } catch (error) {
    throw new UnusableBackup(
      `${file} is not a valid backup of QPR: ${error instanceof Error ? error.message : error}.`,
    )
  } finally {
    copy?.close()
  }
}

/**
 * Puts a backup in the place of the database, which nobody may have open. The former one is moved
 * to `keptPath`; answers whether there was one.
 */
export const putBack = async (
  file: string,
  databasePath: string,
  keptPath: string,
): Promise<boolean> => {
  const part = `${databasePath}.part`
  rmSync(part, { force: true })
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await backup(source, part)
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(part)
  copy.exec('drop table backup')
  copy.close()
  // Not before the copy is whole: a full disk must leave the former one where it is. Its log goes
  // with it, and must not be replayed into this one.
  const isKept = existsSync(databasePath)
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(databasePath + suffix)) renameSync(databasePath + suffix, keptPath + suffix)
  }
  renameSync(part, databasePath)
  return isKept
}

import { existsSync, renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'

/** The file is not one of our backups, or is damaged. */
export class UnusableBackup extends Error {}

/**
 * A consistent copy of a database that may be in use, in one file. It contains the master secret,
 * without which a restored database could not decrypt its secrets.
 */
export const backUp = (databasePath: string, file: string, masterSecret: string) => {
  const part = `${file}.part`
  rmSync(part, { force: true })
  const source = new DatabaseSync(databasePath, { readOnly: true, timeout: 5000 })
  try {
    // The copy is one snapshot without free pages, which may have rows that a former version deleted
    // without overwriting them.
    source.prepare('vacuum into ?').run(part)
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(part)
  copy.exec('pragma journal_mode = delete; create table backup (secret text not null)')
  copy.prepare('insert into backup (secret) values (?)').run(masterSecret)
  copy.close()
  // Renamed when complete, so that every backup that exists is usable.
  renameSync(part, file)
}

/** Checks a backup and returns its master secret. */
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
 * Replaces the database with a backup; no process may have it open. The former database is moved to
 * `keptPath`. Returns whether there was one.
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
  copy.exec('pragma secure_delete = on; drop table backup')
  copy.close()
  // Only after the copy is complete, because a full disk must leave the former database in place.
  // The log of the former file moves with it and must not be replayed into the new one.
  const isKept = existsSync(databasePath)
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(databasePath + suffix)) renameSync(databasePath + suffix, keptPath + suffix)
  }
  renameSync(part, databasePath)
  return isKept
}

import assert from 'node:assert/strict'
import { copyFileSync, fdatasyncSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '../database.ts'
import { CommitUnknown, isUnavailable } from '../errors.ts'
import {
  createDurableReader,
  createGroupCommit,
  createLogSync,
  type LogSync,
} from './group-commit.ts'
import { openSqlite } from './sqlite.ts'

const newFolder = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-durable-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

/** A group commit over a table of names, with this log. */
const open = async (t: TestContext, log: LogSync) => {
  const path = join(await newFolder(t), 'qpr.db')
  const [writer, reader, witness] = [1, 2, 3].map(() => new DatabaseSync(path)) as [
    DatabaseSync,
    DatabaseSync,
    DatabaseSync,
  ]
  t.after(() => {
    for (const file of [writer, reader, witness]) file.close()
  })
  writer.exec('pragma journal_mode = wal; pragma synchronous = normal; create table names (name)')
  const { transaction } = createGroupCommit({
    file: writer,
    // The jobs of these tests use the file itself.
    db: null as unknown as Db,
    log,
    reader: createDurableReader(reader),
    committed: () => undefined,
  })
  const count = (file: DatabaseSync) => file.prepare('select count(*) n from names').get()?.n
  return {
    insert: () =>
      transaction(async () => writer.prepare('insert into names values (?)').run('Bar')),
    seenByReader: () => count(reader),
    seenByOthers: () => count(witness),
  }
}

test('a reader sees a commit when it is on disk, and not before', async (t) => {
  const disk = Promise.withResolvers<void>()
  const log = { assertWorks: () => undefined, store: () => disk.promise, close: async () => {} }
  const { insert, seenByReader, seenByOthers } = await open(t, log)
  const inserted = insert()
  while (seenByOthers() === 0) await turn()
  assert.equal(seenByReader(), 0)
  disk.resolve()
  await inserted
  assert.equal(seenByReader(), 1)
})

/** A database whose disk refuses from a commit on. */
const openOnFailingDisk = async (t: TestContext) => {
  const path = join(await newFolder(t), 'qpr.db')
  let isFailing = false
  const log = createLogSync(path, async (file) => {
    if (isFailing) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
    fdatasyncSync(file)
  })
  const database = openSqlite(path, log)
  await database.migrate()
  const insert = (name: string) =>
    database.transaction(({ db }) =>
      db.insertInto('settings').values({ name, value: '' }).execute(),
    )
  const namesIn = async (db: Db) =>
    (await db.selectFrom('settings').select('name').execute()).map(({ name }) => name)
  await insert('before')
  return {
    path,
    database,
    insert,
    namesIn,
    fail: () => {
      isFailing = true
    },
    mend: () => {
      isFailing = false
    },
  }
}

test('a commit that the disk refused is called unknown, and is not shown, also by an export', async (t) => {
  const { database, insert, namesIn, fail } = await openOnFailingDisk(t)
  fail()
  const refused = await Promise.allSettled([insert('one'), insert('two')])
  for (const outcome of refused) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof CommitUnknown)
    assert.equal(isUnavailable(outcome.reason), false)
  }
  assert.deepEqual(await namesIn(database.db), ['before'])
  await assert.rejects(database.snapshot(namesIn), isUnavailable)
  await database.close()
})

test('after the disk has refused a commit, nothing is written until the next start', async (t) => {
  const { path, database, insert, namesIn, fail, mend } = await openOnFailingDisk(t)
  fail()
  await assert.rejects(insert('unknown'), CommitUnknown)
  // A disk that works again proves nothing about the refused commit.
  mend()
  await assert.rejects(insert('after'), isUnavailable)
  assert.deepEqual(await namesIn(database.db), ['before'])
  await database.close()
  const restarted = openSqlite(path)
  await restarted.transaction(({ db }) =>
    db.insertInto('settings').values({ name: 'later', value: '' }).execute(),
  )
  const names = await namesIn(restarted.db)
  assert.ok(names.includes('before') && names.includes('later'))
  // It was not acknowledged before, and was not said to be refused because nothing was saved.
  assert.ok(!names.includes('after'))
  await restarted.close()
})

test('a start stores what a killed process left in the log, before anything is read', async (t) => {
  const folder = await newFolder(t)
  const { path, insert, fail } = await openOnFailingDisk(t)
  fail()
  await assert.rejects(insert('unknown'), CommitUnknown)
  // As after a kill: the log is still there.
  const copy = join(folder, 'qpr.db')
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`)
  const restarted = openSqlite(copy)
  t.after(() => restarted.close())
  await restarted.migrate()
  const file = new DatabaseSync(copy, { readOnly: true })
  const { log, checkpointed } = file.prepare('pragma wal_checkpoint(noop)').get() as {
    log: number
    checkpointed: number
  }
  file.close()
  assert.ok(log > 0)
  assert.equal(checkpointed, log)
})

test('the log is emptied between commits, and does not grow with their number', async (t) => {
  const path = join(await newFolder(t), 'qpr.db')
  const database = openSqlite(path)
  await database.migrate()
  const value = 'x'.repeat(200_000)
  for (let n = 0; n < 100; n++) {
    await database.transaction(({ db }) =>
      db
        .insertInto('settings')
        .values({ name: `n${n}`, value })
        .execute(),
    )
  }
  const megabytes = statSync(`${path}-wal`).size / 2 ** 20
  await database.close()
  assert.ok(megabytes < 8, `${megabytes} MB`)
})

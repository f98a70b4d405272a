import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '../database.ts'
import { isUnavailable } from '../errors.ts'
import { createDurableReader } from './durable-reader.ts'
import { createGroupCommit } from './group-commit.ts'
import { createLogSync, type LogSync } from './log-sync.ts'
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

test('after the disk has refused a commit, nothing is acknowledged and nothing is written', async (t) => {
  const log = createLogSync(join(await newFolder(t), 'no-such-folder', 'qpr.db'))
  const { insert, seenByOthers } = await open(t, log)
  await assert.rejects(insert(), isUnavailable)
  await assert.rejects(insert(), isUnavailable)
  assert.equal(seenByOthers(), 1)
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

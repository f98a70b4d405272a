import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { backUp, putBack, readBackup, UnusableBackup } from './backup.ts'

const secret = 'the secret of this installation'

/** A database of some megabytes, with a log that is not checkpointed. */
const newDatabase = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-backup-'))
  const path = join(folder, 'qpr.db')
  const writer = new DatabaseSync(path)
  t.after(async () => {
    if (writer.isOpen) writer.close()
    await rm(folder, { recursive: true })
  })
  writer.exec(`
    pragma journal_mode = wal;
    create table notes (id integer primary key, text text not null);
    create index notes_text on notes (text);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1500)
    insert into notes (text) select hex(randomblob(500)) || i from n;
  `)
  const insert = writer.prepare('insert into notes (text) values (?)')
  return { folder, path, writer, write: () => insert.run('one more') }
}

const countNotes = (path: string) => {
  const file = new DatabaseSync(path, { readOnly: true })
  const { count } = file.prepare('select count(*) as count from notes').get() ?? {}
  file.close()
  return count
}

test('a backup is a snapshot of what was committed, while another connection writes', async (t) => {
  const { folder, path, writer, write } = await newDatabase(t)
  const file = join(folder, 'backup')
  writer.exec('begin')
  write()
  backUp(path, file, secret)
  writer.exec('commit')
  assert.equal(readBackup(file), secret)
  assert.equal(countNotes(file), 1500)
  assert.equal(countNotes(path), 1501)
})

test('a backup is a single file without a log', async (t) => {
  const { folder, path } = await newDatabase(t)
  const file = join(folder, 'backup')
  backUp(path, file, secret)
  const elsewhere = join(folder, 'elsewhere')
  copyFileSync(file, elsewhere)
  assert.equal(readBackup(elsewhere), secret)
  for (const suffix of ['-wal', '-shm', '-journal', '.part']) {
    assert.equal(existsSync(file + suffix), false, suffix)
  }
})

test('an interrupted backup is replaced by the next', async (t) => {
  const { folder, path } = await newDatabase(t)
  const file = join(folder, 'backup')
  writeFileSync(`${file}.part`, 'half a backup')
  backUp(path, file, secret)
  assert.equal(readBackup(file), secret)
})

const damages: Record<string, (file: string) => void> = {
  'is gone': (file) => rmSync(file),
  'is something else': (file) => writeFileSync(file, 'not a database, but long enough to be one'),
  'is empty': (file) => truncateSync(file, 0),
  'was cut off': (file) => truncateSync(file, 1_000_000),
  'has lost a page': (file) => {
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0, 4096 * 20, 4096 * 21))
  },
  'is a database, but no backup': (file) => {
    const copy = new DatabaseSync(file)
    copy.exec('drop table backup')
    copy.close()
  },
}

for (const [damage, inflict] of Object.entries(damages)) {
  test(`a file that ${damage} is refused with its name`, async (t) => {
    const { folder, path } = await newDatabase(t)
    const file = join(folder, 'backup')
    backUp(path, file, secret)
    inflict(file)
    assert.throws(
      () => readBackup(file),
      (error) => error instanceof UnusableBackup && error.message.includes(file),
    )
  })
}

test('restoring a backup keeps the former database with its log', async (t) => {
  const { folder, path, write } = await newDatabase(t)
  const file = join(folder, 'backup')
  const kept = join(folder, 'kept')
  backUp(path, file, secret)
  write()
  assert.equal(await putBack(file, path, kept), true)
  assert.equal(countNotes(path), 1500)
  assert.equal(countNotes(kept), 1501)
})

test('restoring without a former database keeps none', async (t) => {
  const { folder, path } = await newDatabase(t)
  const file = join(folder, 'backup')
  backUp(path, file, secret)
  const elsewhere = join(folder, 'elsewhere.db')
  assert.equal(await putBack(file, elsewhere, join(folder, 'kept')), false)
  assert.equal(countNotes(elsewhere), 1500)
  assert.equal(existsSync(join(folder, 'kept')), false)
})

test('a backup that cannot be copied leaves the database in place', async (t) => {
  const { folder, path } = await newDatabase(t)
  const file = join(folder, 'backup')
  backUp(path, file, secret)
  truncateSync(file, 1_000_000)
  await assert.rejects(putBack(file, path, join(folder, 'kept')))
  assert.equal(countNotes(path), 1500)
})

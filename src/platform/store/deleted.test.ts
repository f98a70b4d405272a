import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { backUp } from './backup.ts'
import { sqlitePath } from './open.ts'

const countIn = (file: string, words: string): number =>
  existsSync(file) ? readFileSync(file).toString('latin1').split(words).length - 1 : 0

test('a deleted conversation is in no byte of the database or of a later backup', async (t) => {
  const service = await startService(t)
  const path = sqlitePath(service.config.DATABASE_URL) ?? ''
  const backupFile = join(service.config.QPR_DATA_DIR, 'backup')
  const words = 'quokka-in-the-lobby'
  const visitor = await talkWithNewCode(service, { prompt: 'Breakfast is at seven.' })
  const kept = await talkWithNewCode(service, { prompt: 'Breakfast is at seven.' })
  for (let n = 0; n < 8; n++) {
    // Long messages have pages of their own, which become free with the deletion.
    await visitor.ask(`When is breakfast? ${words} `.repeat(100).slice(0, 4000))
    await kept.ask('When is breakfast? A message that stays.')
  }
  const checkpoint = () => {
    const file = new DatabaseSync(path)
    file.exec('pragma wal_checkpoint(passive)')
    file.close()
  }
  checkpoint()
  assert.ok(countIn(path, words) > 100, 'the conversation is stored')
  await visitor.forget()
  checkpoint()
  assert.equal(countIn(path, words), 0)
  backUp(path, backupFile, 'the secret of this installation')
  assert.equal(countIn(backupFile, words), 0)
  assert.ok(countIn(backupFile, 'A message that stays') > 0)
})

test('a backup has no rows that an earlier version deleted without overwriting them', async (t) => {
  const service = await startService(t)
  const folder = service.config.QPR_DATA_DIR
  const path = join(folder, 'former.db')
  const words = 'wombat-under-the-stairs'
  const former = new DatabaseSync(path)
  former.exec(`
    pragma secure_delete = off;
    create table notes (id integer primary key, text text not null);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)
    insert into notes (text)
      select iif(i <= 400, '${words}', 'a row that stays') || hex(randomblob(200)) from n;
    delete from notes where id <= 400;
  `)
  former.close()
  assert.ok(countIn(path, words) > 300, 'the pages are still there')
  backUp(path, join(folder, 'backup'), 'the secret of this installation')
  assert.equal(countIn(join(folder, 'backup'), words), 0)
  assert.ok(countIn(join(folder, 'backup'), 'a row that stays') >= 100)
})

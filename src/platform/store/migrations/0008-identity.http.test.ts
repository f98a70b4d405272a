import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../../test/harness/service/service.ts'
import { createUser, findUser } from '../../../features/organizations/users.ts'
import { compareAgain } from './0008-identity.ts'

test('addresses of earlier versions get new keys, and look-alikes are distinguished', async (t) => {
  const service = await startService(t)
  const { database } = service
  // As earlier versions stored them: after NFKC.
  const earlier: Record<string, string> = {
    'ａna@example.com': 'ana@example.com',
    'Zoë@Exämple.de': 'zoë@exämple.de',
    'ben@example.com': 'ben@example.com',
    'two@xn--exmple-cua.de': 'two@xn--exmple-cua.de',
    'two@exämple.de': 'two@exämple.de',
  }
  const folded = async () => {
    const rows = await database.db
      .selectFrom('users')
      .select(['id', 'email', 'email_folded'])
      .execute()
    return new Map(
      rows.map(({ id, email, email_folded }) => [email, email_folded.replace(id, 'ID')]),
    )
  }
  await service.runOwnChange(async (change) => {
    for (const [i, [email, email_folded]] of Object.entries(earlier).entries()) {
      const { id } = await createUser(change, `user${i}@example.com`)
      const former = { email, email_folded }
      await change.db.updateTable('users').set(former).where('id', '=', id).execute()
    }
  })
  await database.transaction(({ db }) => compareAgain(db, 'users'))
  const keys = await folded()
  assert.equal(keys.get('ａna@example.com'), 'ａna@example.com')
  assert.equal(keys.get('Zoë@Exämple.de'), 'zoë@xn--exmple-cua.de')
  assert.equal(keys.get('ben@example.com'), 'ben@example.com')
  assert.equal(keys.get('two@xn--exmple-cua.de'), 'two@xn--exmple-cua.de')
  assert.equal(keys.get('two@exämple.de'), 'ID two@xn--exmple-cua.de')
  // The mailbox of ana@example.com does not open the account of its look-alike.
  assert.equal(await findUser(database, 'ana@example.com'), undefined)
  assert.ok(await findUser(database, 'zoë@exämple.de'))
})

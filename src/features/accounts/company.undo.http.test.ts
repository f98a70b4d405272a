import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { countRows } from '../../../test/harness/data/given.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import type { Service } from '../../../test/harness/service/service.ts'
import { signIn as signInByLink } from '../../../test/harness/service/session.ts'
import { startCompany } from './company.fixture.ts'
import { lockUser } from './keys.store.ts'

const old = 'owner@localhost'
const thief = 'eve@example.com'

/** Keeps the user locked until `release`, as a request does that is still busy. */
const hold = async ({ database }: Service, userId: string) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const end = database.transaction(async ({ db }) => {
    await lockUser(db, userId)
    lock()
    await released
  })
  await locked
  return async () => {
    release()
    await end
  }
}

/** On SQLite transactions run one after the other: there is nothing to wait for. */
const untilWaiting = async ({ database }: Service, expected: number) => {
  if (database.engine === 'sqlite') return
  await eventually(async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(database.db)
    assert.equal(rows.length, expected)
  })
}

for (const isLinked of [false, true]) {
  const who = isLinked ? 'a company account that was linked since' : 'a new company account'
  test(`an undo of the address takes the account from ${who}, also from a sign-in that waits for it`, async (t) => {
    const { service, signIn } = await startCompany(t, {
      eve: { email: thief, email_verified: true },
    })
    const mailbox = await openMailbox(t, service)
    const Cookie = await signInByLink(service, old)
    const as = (cookie: string) => ({
      key: null,
      headers: { Cookie: cookie, Origin: service.address },
    })
    const { body } = await service.patch<{ user: { id: string } }>(
      '/v1/account',
      { email: thief },
      as(Cookie),
    )
    await service.post(await mailbox.linkTo(thief), undefined, as(Cookie))
    const undo = await mailbox.linkTo(old)
    if (isLinked) assert.ok((await signIn('eve')).Cookie)

    const release = await hold(service, body.user.id)
    const undone = service.post(undo, undefined, { key: null })
    await untilWaiting(service, 1)
    const entered = signIn('eve')
    await untilWaiting(service, 2)
    await release()
    assert.equal((await undone).status, 200)
    const account = await service.get('/v1/account', as((await entered).Cookie ?? ''))
    assert.equal(account.status, 401)
    assert.equal(await countRows(service, 'identities'), 0)
    const restored = await service.get<{ user: { id: string; email: string } }>(
      '/v1/account',
      as(await signInByLink(service, old)),
    )
    assert.deepEqual([restored.body.user.id, restored.body.user.email], [body.user.id, old])
  })
}

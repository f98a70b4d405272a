import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { chooseNotifications } from '../../../test/harness/data/notifications.ts'
import { scan, scansTotal } from '../../../test/harness/data/scans.ts'
import {
  choosePlan,
  mailsWritten,
  startLimited,
  usageOf,
} from '../../../test/harness/providers/billing.ts'
import type { Service } from '../../../test/harness/service/service.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { checkLimits } from './notices.ts'

const owner = 'owner@localhost'

const scanTimes = async (service: Service, code: { short_id: string }, times: number) => {
  for (let n = 0; n < times; n++) await scan(service, code)
}

test('beyond the monthly limit of scans a printed code still opens and counts', async (t) => {
  const { service } = await startLimited(t, { free: { scans_per_month: 3 } })
  const code = await createCode(service)
  await scanTimes(service, code, 8)
  assert.equal(await scansTotal(service, code), 8)
  assert.deepEqual((await usageOf(service)).scans_per_month, { used: 8, maximum: 3 })
})

test('at 80 % of the scans members who chose it are notified, at 100 % all owners too, once each', async (t) => {
  const { service } = await startLimited(t, { free: { scans_per_month: 10 } })
  const check = () => checkLimits(service.internals)
  await service.keyOf('owner', undefined, 'lena@example.com')
  const admin = await service.keyOf('admin', undefined, 'anna@example.com')
  await service.keyOf('admin', undefined, 'adam@example.com')
  await chooseNotifications(service, { plan_limit: true }, admin)
  await chooseNotifications(service, { plan_limit: true })
  const code = await createCode(service)
  const told = async () => (await mailsWritten(service)).toSorted()
  await scanTimes(service, code, 7)
  await check()
  assert.deepEqual(await told(), [])
  await scanTimes(service, code, 1)
  for (let round = 0; round < 3; round++) await check()
  assert.deepEqual(await told(), ['limitNear anna@example.com', `limitNear ${owner}`])
  await scanTimes(service, code, 12)
  for (let round = 0; round < 3; round++) await check()
  assert.deepEqual(await told(), [
    'limitNear anna@example.com',
    `limitNear ${owner}`,
    'limitReached anna@example.com',
    'limitReached lena@example.com',
    `limitReached ${owner}`,
  ])
})

test('parallel checks send one notice', async (t) => {
  const { service } = await startLimited(t, { free: { scans_per_month: 5 } })
  await chooseNotifications(service, { plan_limit: true })
  const code = await createCode(service)
  await scanTimes(service, code, 4)
  const check = () => checkLimits(service.internals)
  await Promise.all(Array.from({ length: 8 }, check))
  assert.deepEqual(await mailsWritten(service), [`limitNear ${owner}`])
})

test('when both percentages were reached since the last check, owners get only the higher notice', async (t) => {
  const { service } = await startLimited(t, { free: { scans_per_month: 5 } })
  const code = await createCode(service)
  await scanTimes(service, code, 6)
  await checkLimits(service.internals)
  await checkLimits(service.internals)
  assert.deepEqual(await mailsWritten(service), [`limitReached ${owner}`])
})

test('a service checks the limits at its start', async (t) => {
  const { service } = await startLimited(t, { free: { scans_per_month: 1 } })
  await scan(service, await createCode(service))
  await service.schedule.stop('limits')
  service.schedule.start('limits')
  await service.schedule.stop('limits')
  assert.deepEqual(await mailsWritten(service), [`limitReached ${owner}`])
})

test('each organization is checked by its own plan, over more than one page', async (t) => {
  const { service } = await startLimited(t, {
    free: { scans_per_month: 2 },
    starter: { scans_per_month: 4 },
  })
  const organizations: { id: string }[] = []
  for (let n = 0; n < 30; n++) organizations.push(await createOrganization(service))
  const [first, last] = [organizations[0]?.id ?? '', organizations[29]?.id ?? '']
  await choosePlan(service, 'starter', first)
  await choosePlan(service, 'professional', organizations[1]?.id)
  for (const organization_id of [first, organizations[1]?.id, last]) {
    await scanTimes(service, await createCode(service, { organization_id }), 2)
  }
  await checkLimits(service.internals)
  const notices = await service.database.db.selectFrom('limit_notices').selectAll().execute()
  assert.deepEqual(new Set(notices.map((notice) => notice.organization_id)), new Set([last]))
})

test('the next month has its own count and mails', async (t) => {
  const { service, clock } = await startLimited(t, { free: { scans_per_month: 2 } })
  const code = await createCode(service)
  await scanTimes(service, code, 2)
  const check = () => checkLimits(service.internals)
  await check()
  clock.advance(16 * dayMs)
  assert.equal((await usageOf(service)).month.start, '2099-07-01T00:00:00.000Z')
  await check()
  assert.equal((await mailsWritten(service)).length, 1)
  await scanTimes(service, code, 2)
  await check()
  assert.deepEqual(await mailsWritten(service), [`limitReached ${owner}`, `limitReached ${owner}`])
})

test('an organization whose plan has no limit gets no notice', async (t) => {
  const { service } = await startLimited(t, { free: { scans_per_month: 2 } })
  await choosePlan(service, 'enterprise')
  await scanTimes(service, await createCode(service), 3)
  await checkLimits(service.internals)
  assert.deepEqual(await mailsWritten(service), [`planChanged ${owner}`])
})

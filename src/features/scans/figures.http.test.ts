import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { type Analytics, from, iPhone, scan } from '../../../test/harness/data/scans.ts'
import { fakeClock, startService } from '../../../test/harness/service/shared.ts'
import { dayMs } from '../../platform/kit/clock.ts'

test('after the deletion of a code, its organization has at most as many devices as scans', async (t) => {
  const clock = fakeClock('2026-01-01T10:30:00Z')
  const service = await startService(t, { clock, settings: { QPR_TRUST_PROXY: '127.0.0.1' } })
  const [kept, gone] = [await createCode(service), await createCode(service)]
  const traffic = async () => {
    for (let i = 1; i <= 5; i++) {
      await scan(service, gone, { 'User-Agent': iPhone, ...from(`8.8.8.${i}`) })
    }
    await scan(service, kept, { 'User-Agent': iPhone, ...from('8.8.4.4') })
  }
  await traffic()
  clock.advance(8 * dayMs)
  await traffic()
  const read = async () =>
    (await service.get<Analytics & { before: Analytics }>('/v1/analytics?period=7d&compare=before'))
      .body
  const full = await read()
  assert.deepEqual([full.scans_total, full.scans_unique_devices], [6, 6])
  assert.equal((await service.delete(`/v1/qpr-codes/${gone.id}`)).status, 204)
  const { scans_total, scans_unique_devices, devices, before } = await read()
  assert.deepEqual([scans_total, scans_unique_devices], [1, 1])
  assert.deepEqual(
    devices.map(({ scans }) => scans),
    [1],
  )
  assert.deepEqual([before.scans_total, before.scans_unique_devices], [1, 1])
})

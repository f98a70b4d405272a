import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { cookiesOf, listScans, visitPlainly } from '../../../test/harness/data/scans.ts'
import { startService } from '../../../test/harness/service/shared.ts'

test('a reload with the cookie of a scan is not a scan; everything else is', async (t) => {
  const service = await startService(t)
  const [code, other] = [await createCode(service), await createCode(service)]
  const Cookie = cookiesOf(await visitPlainly(service, code))
  const reload = { 'Cache-Control': 'max-age=0' }
  for (const [headers, target, isCounted] of [
    [{ ...reload, Cookie }, code, false],
    [{ 'Cache-Control': 'no-cache', Cookie }, code, false],
    // A link of the page, such as another language.
    [{ 'Sec-Fetch-Site': 'same-origin', Cookie }, code, false],
    [{ Cookie }, code, true],
    [{ 'Sec-Fetch-Site': 'none', Cookie }, code, true],
    [{ 'Cache-Control': 'max-age=60', Cookie }, code, true],
    [reload, code, true],
    [{ ...reload, Cookie }, other, true],
    [{ ...reload, Cookie: Cookie.replace(/qpr_scan=\d+/, '$&1') }, code, true],
  ] as const) {
    const { total } = await listScans(service)
    const { status } = await visitPlainly(service, target, headers)
    assert.equal(status, 200)
    const counted = (await listScans(service)).total - total
    assert.equal(counted, isCounted ? 1 : 0, JSON.stringify(headers))
  }
})

test('a reload of an archived code gets 410', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const Cookie = cookiesOf(await visitPlainly(service, code))
  await service.patch(`/v1/qpr-codes/${code.id}`, { status: 'archived' })
  const headers = { 'Cache-Control': 'max-age=0', Cookie }
  assert.equal((await visitPlainly(service, code, headers)).status, 410)
})

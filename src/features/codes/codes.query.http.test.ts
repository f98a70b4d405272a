import { test } from 'node:test'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import { startService } from '../../../test/harness/service/shared.ts'

const tooLarge = '9'.repeat(20)
const badValues: Record<string, string[]> = {
  limit: ['0', '101', '-1', 'abc', '1e1', '1.5', '', '%205', '0x10', '1&limit=2', tooLarge, '%00'],
  offset: ['-1', 'abc', '1e1', '1.5', '', '%205', '0x10', '0&offset=1', tooLarge, '%00'],
  status: ['x', '', 'ACTIVE', 'active&status=archived', 'active%00'],
  q: ['', '%20', '%00', 'a%00b', 'a'.repeat(201), 'a&q=b'],
  organization_id: ['', '%20', '%00', 'a'.repeat(101), 'a&organization_id=b'],
}

test('an invalid query parameter gets 422 with its name', async (t) => {
  const service = await startService(t)
  for (const [name, values] of Object.entries(badValues)) {
    for (const value of values) {
      await t.test(`${name}=${value.slice(0, 30)}`, async () => {
        assertInvalid(await service.get(`/v1/qpr-codes?${name}=${value}`), name)
      })
    }
  }
})

test('the list of an unknown organization gets 404', async (t) => {
  const service = await startService(t)
  for (const organization of ['org_01JB0000000000000000000000', 'nowhere', '%F0%9F%8F%A8']) {
    const answer = await service.get(`/v1/qpr-codes?organization_id=${organization}`)
    assertRefused(answer, { status: 404, code: 'organization_not_found' })
  }
})

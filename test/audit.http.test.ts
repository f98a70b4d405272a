// Every operation that changes something in an organization writes an entry of the audit log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument } from '../src/platform/http/openapi/document.ts'
import { operationsOf } from './harness/checks/document.ts'
import { createOrganization } from './harness/data/given.ts'
import { startService } from './harness/service/service.ts'
import { operations } from './roles.operations.ts'

/** Operations that are not GET and write no entry, with the reason. */
const withoutEntry: Record<string, string> = {
  'DELETE /v1/sessions/{id}': 'a session belongs to a user, not to an organization',
  'POST /v1/conversations/{id}/typing': 'stores nothing',
  'POST /v1/qpr-codes/preview-image': 'stores nothing',
  'POST /v1/qpr-codes/preview-answer': 'stores nothing',
  'POST /v1/qpr-codes/print-sheet': 'stores nothing',
  'POST /v1/organizations/{id}/chat-targets/{target_id}/test':
    'sends a test message and stores nothing',
  'POST /v1/webhooks/{id}/test': 'sends a test event and stores nothing',
}

/** Where the entry is, if not in the organization of the object. */
const elsewhere: Record<string, string> = {
  'POST /v1/organizations': 'in the new organization',
  'DELETE /v1/organizations/{id}': 'in the default organization of the user',
  'PATCH /v1/account': 'in the default organization of the user',
}

test('every changing operation writes an entry with its action, its caller and its target', async (t) => {
  const service = await startService(t)
  const { body: document } = await service.get<OpenApiDocument>('/openapi.json')
  const named = new Map(operationsOf(document).map((one) => [one.name, one.operation.operationId]))
  const changing = Object.keys(operations).filter((name) => !name.startsWith('GET '))
  assert.deepEqual(
    Object.keys({ ...withoutEntry, ...elsewhere }).filter((name) => !changing.includes(name)),
    [],
  )
  for (const name of changing) {
    await t.test(name, async () => {
      const { id } = await createOrganization(service)
      const key = await service.keyOf('owner', id, 'ana@example.com')
      const { request, refusal } = operations[name] ?? {}
      const { path, ...more } = (await request?.({ service, organizationId: id, key })) ?? {
        path: '',
      }
      const entries = () =>
        service.database.db
          .selectFrom('audit_entries')
          .selectAll()
          .where('email', '=', 'ana@example.com')
          .orderBy('id')
          .execute()
      const before = await entries()
      const answer = await service.request(name.split(' ')[0] ?? '', path, { key, ...more })
      const added = (await entries()).slice(before.length)
      if (name in withoutEntry || refusal !== undefined) return assert.deepEqual(added, [])
      assert.equal(added.length, 1, `${name}: ${answer.text}`)
      const [entry] = added
      assert.equal(entry?.action, named.get(name))
      assert.equal(entry?.via, 'key')
      assert.match(entry?.target_id ?? '', /^[a-z]{2,4}_[0-9A-Z]{26}$/)
      if (!(name in elsewhere)) assert.equal(entry?.organization_id, id)
    })
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import type { Actor } from '../../context.ts'
import { problem } from '../problem.ts'
import { acceptLargeJson } from './large-body.ts'

test('a large body of a caller without permission is refused before its rows are parsed', async (t) => {
  const app = fastify()
  t.after(() => app.close())
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request) => {
    request.actor = { userId: 'usr_1' } as Actor
  })
  const threads = {
    // A row that is no JSON: parsing it would be an error of ours.
    run: async <T>() =>
      ({ values: [['organization_id', '"org_1"']], lists: [['codes', ['{']]] }) as T,
    close: async () => undefined,
  }
  let seen: unknown
  acceptLargeJson(app, threads, async ({ body }) => {
    seen = structuredClone(body)
    throw problem(403, 'role_not_allowed', 'Not allowed.')
  })
  app.setErrorHandler((error: Error & { code?: string; status?: number }, _request, reply) =>
    reply.code(error.status ?? 500).send({ code: error.code }),
  )
  const schema = { body: { type: 'object', properties: { organization_id: {}, codes: {} } } }
  app.post('/', { schema, bodyLimit: 2 ** 21 }, async () => 'created')
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    payload: { codes: ['a'.repeat(300_000)] },
  })
  assert.deepEqual([answer.statusCode, answer.json().code], [403, 'role_not_allowed'])
  assert.deepEqual(seen, { organization_id: 'org_1' })
})

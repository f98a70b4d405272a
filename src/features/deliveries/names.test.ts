import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { registerWebhook } from '../../../test/harness/receivers/webhooks.ts'
import { startNameServer } from '../../../test/harness/service/name-server.ts'
import { startService } from '../../../test/harness/service/service.ts'

test('dead name servers of one tenant delay no delivery and no answer of another', async (t) => {
  const names = await startNameServer(t, {
    'slow.example': { A: '127.0.0.1' },
    'hooks.example': { A: '127.0.0.1', ttl: 0 },
  })
  const provider = await startProvider(t, { tokens: ['Yes.'] })
  const service = await startService(t, {
    settings: {
      QPR_DNS_SERVERS: names.address,
      QPR_AI_MODEL: 'compatible:fake',
      QPR_AI_BASE_URL: provider.url.replace('127.0.0.1', 'localhost'),
    },
  })
  const receiver = await startReceiver(t)
  const hooks = receiver.url.replace('127.0.0.1', 'hooks.example')
  const code = await createCode(service)
  await registerWebhook(service, hooks, { events: ['scan.created'] })

  /** An answer to a visitor and a delivery of the tenant with working names. */
  const serve = async (): Promise<number> => {
    const startedMs = performance.now()
    const sent = receiver.requests.length
    const visitor = await openTalk(service, code.short_id)
    const [answer] = await Promise.all([
      visitor.ask('Hello'),
      fetch(`${service.address}/s/${code.short_id}`).then((response) => response.text()),
      receiver.waitFor(sent + 1),
    ])
    assert.equal(answer.text, 'Yes.')
    return Math.round(performance.now() - startedMs)
  }
  const aloneMs = await serve()

  const tenant = await createOrganization(service)
  const slow = await registerWebhook(service, 'http://slow.example/', {
    organization_id: tenant.id,
  })
  const lookUps = Array.from({ length: 200 }, (_, n) =>
    service.patch(`/v1/webhooks/${slow.id}`, { url: `http://${n}.dead/` }),
  )
  const busyMs = await serve()
  assert.ok(busyMs < 2000 + 5 * aloneMs, `${aloneMs} ms alone, ${busyMs} ms beside the look-ups`)
  await Promise.all(lookUps)
  assert.ok(names.asked.some((question) => question.endsWith('.dead')))
})

test('a delivery to a name without a responding server fails within its time-out, with a sentence', async (t) => {
  const names = await startNameServer(t, {})
  const service = await startService(t, {
    settings: { QPR_DNS_SERVERS: names.address, QPR_WEBHOOK_TIMEOUT_MS: '1000' },
  })
  const { id } = await registerWebhook(service, 'http://never.dead/')
  const { body } = await service.post<{ response: { error: string } }>(`/v1/webhooks/${id}/test`)
  assert.equal(body.response.error, 'No answer within 1000 ms.')
  const missing = await registerWebhook(service, 'http://missing.example/')
  const other = await service.post<{ response: { error: string } }>(
    `/v1/webhooks/${missing.id}/test`,
  )
  assert.equal(other.body.response.error, 'The host name missing.example could not be resolved.')
})

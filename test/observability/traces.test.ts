import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness/checks/eventually.ts'
import { asking, openTalk } from '../harness/data/talk.ts'
import { startProvider } from '../harness/providers/provider.ts'
import { startReceiver } from '../harness/receivers/receiver.ts'
import { registerWebhook } from '../harness/receivers/webhooks.ts'
import { newMachine, testKey } from '../harness/service/process.ts'
import { type CollectedSpan, startCollector } from './collector.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const question = 'A question that no trace may contain'

test('a trace leads from the request through the transaction to the delivery and the model call', async (t) => {
  const collector = await startCollector(t)
  const provider = await startProvider(t, { usage: { input: 42, output: 7 } })
  const receiver = await startReceiver(t)
  const machine = await newMachine(t)
  const process = await machine.serve({
    ...asking(provider),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/otel/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
    OTEL_SERVICE_NAME: 'qpr-test',
  })
  const service = Object.assign(await process.connect(), { address: process.address })
  await registerWebhook(service, receiver.url)

  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  const body = { name: 'Harbour Hotel', prompt: 'Breakfast is at seven.' }
  await service.post('/v1/qpr-codes', body, { headers: { traceparent } })
  const [created] = await receiver.waitFor(1)
  const { body: code } = await service.post<{ short_id: string }>('/v1/qpr-codes', body)
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask(question)
  await fetch(`${process.address}/s/${code.short_id}`)
  await receiver.waitFor(3)

  const named = async (name: string, fits: (span: CollectedSpan) => boolean = () => true) =>
    await eventually(async () => {
      const found = collector.spans.find((span) => span.name === name && fits(span))
      assert.ok(found, `${name} is not among ${collector.spans.map((span) => span.name)}`)
      return found
    })

  const delivery = await named('deliver qpr_code.created', (span) => span.traceId === traceId)
  await named('POST /v1/qpr-codes', (span) => span.traceId === traceId)
  await named('deliver scan.created')
  await named('record scans')
  const chat = await named('chat compatible:fake')
  await named('POST /c/:token/messages')
  await named('GET /s/:short_id')

  // The caller's trace continues to the receiver, in the span of this very attempt.
  assert.equal(created?.headers.traceparent, `00-${traceId}-${delivery.spanId}-01`)
  assert.deepEqual(collector.ancestors(delivery).slice(0, 1), ['transaction'])
  assert.equal(collector.ancestors(delivery).at(-1), 'POST /v1/qpr-codes')
  const ofScan = collector.ancestors(await named('deliver scan.created'))
  assert.equal(ofScan.at(-1), 'GET /s/:short_id')
  assert.deepEqual(collector.ancestors(chat).slice(0, 2), ['answer', 'transaction'])
  assert.equal(collector.ancestors(chat).at(-1), 'POST /c/:token/messages')
  const tokens = chat.attributes.find(({ key }) => key === 'gen_ai.usage.input_tokens')
  assert.equal(Number(tokens?.value.intValue), 42)

  const document = await (await fetch(`${process.address}/openapi.json`)).text()
  const operations = [...document.matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name)
  assert.ok(collector.spans.some(({ name }) => name === 'createCode'))
  const isRoute = /^(GET|POST|PUT|PATCH|DELETE) (none|\/[\w/:.*-]*)$/
  const isRule = /^(transaction|answer|record scans|chat [\w:.-]+|deliver [a-z_.]+)$/
  const strange = collector.spans
    .filter(({ name }) => !isRoute.test(name) && !isRule.test(name) && !operations.includes(name))
    .map(({ name }) => name)
  assert.deepEqual(strange, [], 'names of spans are routes, operations and rules')

  const told = JSON.stringify(collector.spans)
  for (const secret of [visitor.token, question, body.prompt, testKey]) {
    assert.ok(!told.includes(secret), secret)
  }
  const [request] = collector.requests
  assert.deepEqual([request?.path, request?.headers['x-tenant']], ['/otel/v1/traces', 'a b'])
  const serviceName = collector.resources.find(({ key }) => key === 'service.name')
  assert.equal(serviceName?.value.stringValue, 'qpr-test')
})

// The doctor asks what the settings name beyond this machine: models, the embedding model, the collector.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createModelFolder } from '../../src/features/models/local-model.fixture.ts'
import type { Environment } from '../../src/service/config/config.ts'
import { startProvider } from '../harness/providers/provider.ts'
import { freePort } from '../harness/service/ports.ts'
import { type Machine, newMachine } from '../harness/service/process.ts'
import { startCollector } from '../observability/collector.ts'

interface Finding {
  subject: string
  ok: boolean
  text: string
}

const subjects = ['model', 'embedding', 'traces']

const examine = async (machine: Machine, settings?: Environment) => {
  const { code, stdout } = await machine.run(['doctor', '--json'], settings)
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return { code, findings: findings.filter(({ subject }) => subjects.includes(subject)) }
}

const listen = async (t: TestContext, answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('without a model, an embedding model and a collector the doctor says so, and finds nothing wrong', async (t) => {
  const { code, findings } = await examine(await newMachine(t))
  assert.equal(code, 0)
  assert.deepEqual(
    findings.map(({ subject }) => subject),
    subjects,
  )
  assert.match(findings[0]?.text ?? '', /demo responder: no model is configured/)
  assert.match(findings[1]?.text ?? '', /no embedding model is set/)
  assert.match(findings[2]?.text ?? '', /no collector is set/)
})

test('the doctor asks each model for one word, the embedding model for one vector, and the collector for nothing', async (t) => {
  const machine = await newMachine(t)
  const provider = await startProvider(t)
  const collector = await startCollector(t)
  const asked: unknown[] = []
  const vectors = await listen(t, async (request, response) => {
    asked.push(JSON.parse((await request.toArray()).join('')).input)
    const data = [{ object: 'embedding', index: 0, embedding: [0.1, 0.2, 0.3] }]
    response.setHeader('Content-Type', 'application/json')
    response.end(
      JSON.stringify({
        object: 'list',
        data,
        model: 'small',
        usage: { prompt_tokens: 5, total_tokens: 5 },
      }),
    )
  })
  const { code, findings } = await examine(machine, {
    QPR_AI_MODEL: 'compatible:first,anthropic:second',
    QPR_AI_MODELS: 'compatible:first,compatible:third',
    QPR_AI_BASE_URL: provider.url,
    ANTHROPIC_API_KEY: 'a-key-of-the-provider',
    ANTHROPIC_BASE_URL: provider.url,
    QPR_AI_EMBEDDING_MODEL: 'openai:small',
    OPENAI_API_KEY: 'a-key-of-the-provider',
    OPENAI_BASE_URL: `${vectors}/v1`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  )
  assert.equal(code, 0)
  const models = provider.requests.map(({ body }) => body.model)
  assert.deepEqual(models.sort(), ['first', 'second', 'third'])
  assert.ok(provider.requests.every(({ body }) => JSON.stringify(body).length < 1000))
  assert.equal(asked.length, 1)
  assert.equal(collector.requests.length, 1)
  assert.deepEqual(collector.spans, [])
})

test('doctor tries the model in a folder, names its missing file, and offers the package in one sentence', async (t) => {
  const machine = await newMachine(t)
  const embedding = async (value: string) => {
    const { findings } = await examine(machine, { QPR_AI_EMBEDDING_MODEL: value })
    return findings.find(({ subject }) => subject === 'embedding')
  }
  const folder = await createModelFolder(t, ['en'])
  const found = await embedding(`local:${folder}`)
  assert.match(found?.text ?? '', /^local:\S+ answers with 3 dimensions, for texts in en$/)
  const none = await embedding('none')
  assert.ok(none?.ok && /package qpr-embedding-model/.test(none.text))
  const missing = await embedding('local:/nowhere')
  assert.equal(missing?.ok, false)
  assert.match(missing?.text ?? '', /\/nowhere has no onnx\/model_quantized\.onnx\.$/)
})

const deadEnds: [string, (t: TestContext) => Promise<string>, RegExp][] = [
  ['that refuses connections', async () => `http://127.0.0.1:${await freePort()}`, /ECONNREFUSED/],
  [
    'that answers 401 and quotes the key',
    (t) =>
      listen(t, (request, response) => {
        response.writeHead(401, { 'Content-Type': 'application/json' })
        response.end(`{"error":{"message":"wrong key ${request.headers.authorization}"}}`)
      }),
    /answered with status 401/,
  ],
  [
    'that answers 500 with a page',
    (t) => listen(t, (_request, response) => void response.writeHead(500).end('<h1>Down</h1>')),
    /answered with status 500/,
  ],
  [
    'that redirects',
    (t) =>
      listen(t, (_request, response) => {
        response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()
      }),
    /answered with status 302/,
  ],
  [
    'that breaks the connection',
    (t) => listen(t, (request) => void request.socket.destroy()),
    /cannot be reached|broke off/,
  ],
  ['that never answers', (t) => listen(t, () => undefined), /for 10000 ms|within 10 s/],
]

for (const [kind, start, expected] of deadEnds) {
  test(`the doctor names a provider ${kind} in one sentence each, and exits with 1`, async (t) => {
    const machine = await newMachine(t)
    const url = await start(t)
    const { code, findings } = await examine(machine, {
      QPR_AI_MODEL: 'openai:big',
      OPENAI_API_KEY: 'a-key-of-the-provider',
      OPENAI_BASE_URL: `${url}/v1`,
      QPR_AI_EMBEDDING_MODEL: 'openai:small',
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=a-key-of-the-provider',
    })
    assert.equal(code, 1)
    assert.deepEqual(
      findings.map(({ subject, ok }) => [subject, ok]),
      subjects.map((subject) => [subject, false]),
    )
    for (const { text } of findings) {
      assert.match(text, expected)
      assert.match(text, /^[^\n]{20,400}[.!?] Check [A-Z_]+.*\.$/)
      assert.doesNotMatch(text, /a-key-of-the-provider|\bat \w/)
    }
  })
}

test('the doctor names the missing setting of a model', async (t) => {
  const { code, findings } = await examine(await newMachine(t), {
    QPR_AI_MODEL: 'anthropic:one,compatible:two',
    QPR_AI_EMBEDDING_MODEL: 'openai:small',
  })
  assert.equal(code, 1)
  assert.deepEqual(
    findings.filter(({ ok }) => !ok).map(({ text }) => text),
    [
      'anthropic:one needs ANTHROPIC_API_KEY.',
      'compatible:two needs QPR_AI_BASE_URL.',
      'openai:small needs OPENAI_API_KEY.',
    ],
  )
})

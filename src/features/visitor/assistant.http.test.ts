import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../../test/harness/checks/problems.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { asking } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { connectTo } from '../../../test/harness/service/assistant.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'

interface Answered {
  answer: string
  conversation: string
  demo: boolean
  ended: boolean
}

const prompt = 'You are the concierge. Breakfast is from 7 to 10:30. The password is swordfish.'

const scansOf = async (service: Service, id: string) =>
  (await service.get<{ scans_total: number }>(`/v1/qpr-codes/${id}`)).body.scans_total

test('the assistant of a visitor reads about a code and asks it, and neither is a scan', async (t) => {
  const provider = await startProvider(t)
  const service = await startService(t, { settings: asking(provider) })
  const translations = { fr: { title: 'Hôtel du Port' } }
  const code = await createCode(service, { prompt, title: 'Harbour', language: 'en', translations })

  const path = `/s/${code.short_id}/about.json`
  const about = await service.get<{ mcp_url: string }>(path, { key: null })
  const page = `${service.config.QPR_SCAN_HOST}/s/${code.short_id}`
  assert.deepEqual(about.body, {
    short_id: code.short_id,
    title: 'Harbour',
    welcome_message: 'Welcome to Harbour. How can I help you?',
    suggestions: [],
    language: 'en',
    languages: ['en', 'fr'],
    demo: false,
    page_url: `${page}/chat`,
    mcp_url: `${page}/mcp`,
    handoff: false,
    lead_form: null,
  })
  assert.ok(!about.text.includes('swordfish'))
  const french = { key: null, headers: { 'Accept-Language': 'fr' } }
  const upper = `/S/${code.short_id.toUpperCase()}/about.json`
  assert.equal((await service.get<{ title: string }>(upper, french)).body.title, 'Hôtel du Port')

  const { client, ask } = await connectTo(t, `${service.address}/s/${code.short_id}/mcp`, null)
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['ask'],
  )
  assert.ok(!JSON.stringify([tools, client.getInstructions()]).includes('swordfish'))
  provider.answerWith({ tokens: ['From ', 'seven.'] })
  const first = await ask<Answered>('ask', { question: 'When is breakfast?' })
  assert.deepEqual([first.answer, first.demo, first.ended], ['From seven.', false, false])
  const { conversation } = first
  const second = await ask<Answered>('ask', { question: 'And on Sunday?', conversation })
  assert.equal(second.conversation, conversation)

  assert.equal(await scansOf(service, code.id), 0)
  const { body } = await service.get<{ conversations: Record<string, unknown>[] }>(
    '/v1/conversations',
  )
  assert.equal(body.conversations.length, 1)
  const { scan_id, messages_count } = body.conversations[0] ?? {}
  assert.deepEqual([scan_id, messages_count], [null, 4])
})

test('the limits of the page hold for assistants, with the sentence for visitors', async (t) => {
  const service = await startService(t, {
    settings: { QPR_LIMIT_OPENINGS_PER_MINUTE: '2', QPR_LIMIT_MESSAGES_PER_MINUTE: '1' },
  })
  const { short_id } = await createCode(service, { prompt })
  const { call, ask } = await connectTo(t, `${service.address}/s/${short_id}/mcp`, null)
  const { conversation } = await ask<Answered>('ask', { question: 'When is breakfast?' })
  const fast = await call('ask', { question: 'And lunch?', conversation })
  assert.deepEqual([fast.isError, fast.data?.code], [true, 'too_many_messages'])
  const long = await call('ask', { question: 'x'.repeat(4001) })
  assert.deepEqual([long.isError, long.data?.code], [true, 'invalid_input'])
  const often = await call('ask', { question: 'When is lunch?' })
  assert.deepEqual([often.isError, often.data?.code], [true, 'too_many_openings'])
  assert.match(often.text, /^\S+ .*\.$/)
})

test('an assistant cannot continue the conversation of another code', async (t) => {
  const service = await startService(t)
  const [one, other] = [await createCode(service, { prompt }), await createCode(service)]
  const first = await connectTo(t, `${service.address}/s/${one.short_id}/mcp`, null)
  const { conversation } = await first.ask<Answered>('ask', { question: 'When is breakfast?' })
  const second = await connectTo(t, `${service.address}/s/${other.short_id}/mcp`, null)
  const refused = await second.call('ask', { question: 'When is breakfast?', conversation })
  assert.deepEqual([refused.isError, refused.text], [true, 'There is no such conversation.'])
})

test('a failed answer is an error of the tool, and a code that is closed or unknown has no tools', async (t) => {
  const provider = await startProvider(t)
  const service = await startService(t, { settings: asking(provider) })
  const code = await createCode(service, { prompt })
  const { call } = await connectTo(t, `${service.address}/s/${code.short_id}/mcp`, null)
  provider.answerWith({ status: 400 })
  const failed = await call('ask', { question: 'When is breakfast?' })
  assert.equal(failed.isError, true)
  assert.notEqual(failed.text, '')

  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  await service.patch(`/v1/qpr-codes/${code.id}`, { status: 'archived' })
  for (const [shortId, status, problem] of [
    [code.short_id, 410, 'code_archived'],
    ['00000000', 404, 'code_not_found'],
  ] as const) {
    const about = await service.get(`/s/${shortId}/about.json`, { key: null })
    assertProblem(about, status, problem)
    assertProblem(await service.post(`/s/${shortId}/mcp`, body, { key: null }), status, problem)
  }
  const headers = { Origin: 'https://elsewhere.example' }
  const foreign = await service.post(`/s/${code.short_id}/mcp`, body, { key: null, headers })
  assertProblem(foreign, 403, 'foreign_origin')
})

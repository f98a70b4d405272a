import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanLanguages } from '#contract/languages.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { asking, openTalk } from '../../../test/harness/data/talk.ts'
import { type Script, startProvider } from '../../../test/harness/providers/provider.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { errorData, noteOf } from '../conversations/answer-events.ts'
import { sentencesIn } from '../conversations/sentences.ts'
import { answerErrors } from '../models/model.ts'

const key = 'sk-a-key-that-no-log-may-have'
const question = 'My name is Ottilie Fernsby, where is the blue salon?'

test('the sentence of every error code asks for a retry exactly when a retry may help', () => {
  for (const language of scanLanguages) {
    const { modelFailed, interrupted, cannotAnswer, truncated } = sentencesIn(language)
    assert.equal(new Set([modelFailed, interrupted, cannotAnswer, truncated]).size, 4, language)
    // Both end with the same request to try again.
    const again = modelFailed.split(/[.。，]/).at(-2) ?? ''
    assert.ok(interrupted.includes(again) && !cannotAnswer.includes(again), language)
    for (const [errorCode, isRetryable] of Object.entries(answerErrors)) {
      const failed = {
        messageId: 'msg',
        status: 'failed' as const,
        errorCode,
        isRetryable,
        text: '',
      }
      const { message, retryable, code } = errorData(failed, language)
      assert.deepEqual([code, retryable], [errorCode, isRetryable])
      assert.equal(message.includes(again), isRetryable, `${errorCode} in ${language}`)
      assert.equal(noteOf(failed, language), message)
    }
  }
})

test('the visitor and the API learn how an answer ended, and the log what the provider said', async (t) => {
  const provider = await startProvider(t)
  const { log, lines } = collectLogs()
  const service = await startService(t, {
    settings: { ...asking(provider), QPR_AI_API_KEY: key },
    log,
  })
  const { short_id } = await createCode(service)

  const askWith = async (script: Script) => {
    provider.answerWith(script)
    const visitor = await openTalk(service, short_id, { 'Accept-Language': 'de' })
    const { end } = await visitor.ask(question)
    const { messages } = await visitor.view()
    const { body } = await service.get<{
      messages: { truncated: boolean; error: string | null }[]
    }>(`/v1/conversations/${visitor.conversation_id}`)
    return {
      event: end.event,
      data: JSON.parse(end.data),
      seen: messages[1],
      owned: body.messages[1],
    }
  }
  const { truncated, cannotAnswer, modelFailed } = sentencesIn('de')

  const whole = await askWith({})
  assert.deepEqual(Object.keys(whole.data), ['message_id', 'tokens'])
  assert.deepEqual([whole.seen?.truncated, whole.seen?.note], [false, null])
  assert.equal(whole.owned?.truncated, false)

  const cut = await askWith({ tokens: ['So', ' far'], finish: 'length' })
  assert.equal(cut.event, 'finish')
  assert.deepEqual([cut.data.truncated, cut.data.message], [true, truncated])
  assert.deepEqual(
    [cut.seen?.status, cut.seen?.truncated, cut.seen?.note],
    ['done', true, truncated],
  )
  assert.equal(cut.owned?.truncated, true)

  const blank = await askWith({ tokens: [' ', '\n'] })
  assert.deepEqual(
    [blank.event, blank.data.code, blank.data.retryable],
    ['error', 'model_empty', true],
  )
  assert.equal(blank.data.message, modelFailed)
  assert.deepEqual([blank.seen?.text, blank.seen?.note], ['', modelFailed])
  assert.equal(blank.owned?.error, 'model_empty')

  const message = `The model \`fake\` does not exist. Key ${key}, prompt "${question}", org-1234567890abcdefghij`
  const refused = await askWith({ status: 404, message })
  assert.deepEqual([refused.data.code, refused.data.retryable], ['model_refused', false])
  assert.deepEqual([refused.data.message, refused.seen?.note], [cannotAnswer, cannotAnswer])
  const failures = lines().filter(({ msg }) => msg === 'a model failed')
  assert.equal(failures.length, 2)
  assert.match(
    String(failures[1]?.detail),
    /^compatible:fake answered with status 404: The model `fake` does not exist\. Key …/,
  )
  const logged = JSON.stringify(lines())
  for (const secret of [key, 'Ottilie', 'Fernsby', 'blue salon', 'abcdefghij']) {
    assert.ok(!logged.includes(secret), secret)
  }
})

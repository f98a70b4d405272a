import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { visit } from '../../../test/harness/data/scans.ts'
import { startService } from '../../../test/harness/service/shared.ts'
import { scanWords } from '../page/words.ts'

const english = { 'Accept-Language': 'en-GB,en;q=0.9' }
const langOf = (text: string) => /<html lang="(\w+)"/.exec(text)?.[1]

test('a page opens in the language of its code, whatever the browser asks for', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { language: 'de' })
  const { text } = await visit(service, code.short_id, english)
  assert.equal(langOf(text), 'de')
  assert.ok(text.includes(scanWords.de.assistant))

  // The next visitor sees a change at once.
  for (const [language, shown] of [
    ['ar', 'ar'],
    [null, 'en'],
  ]) {
    await service.patch(`/v1/qpr-codes/${code.id}`, { language })
    assert.equal(langOf((await visit(service, code.short_id, english)).text), shown)
  }
})

test('the language that a visitor chooses on the page wins, one that we do not have does not', async (t) => {
  const service = await startService(t)
  const { short_id } = await createCode(service, { language: 'de' })
  const { text } = await visit(service, short_id, english)
  const link = `/s/${short_id}/chat?lang=fr`
  assert.ok(text.includes(`href="${link}"`), text)
  const lang = async (path: string) =>
    langOf((await service.get(path, { key: null, headers: english })).text)
  assert.equal(await lang(link), 'fr')
  assert.equal(await lang(`/s/${short_id}?lang=fr`), 'fr')
  assert.equal(await lang(`/s/${short_id}?lang=sw`), 'de')
})

test('the notice of an archived code has its language too', async (t) => {
  const service = await startService(t)
  const { id, short_id } = await createCode(service, { language: 'de' })
  await service.patch(`/v1/qpr-codes/${id}`, { status: 'archived' })
  const { status, text } = await visit(service, short_id, english)
  assert.equal(status, 410)
  assert.equal(langOf(text), 'de')
  assert.ok(text.includes(scanWords.de.archived.title))
})

test('a conversation without a script is held in the language of the page', async (t) => {
  const service = await startService(t)
  const { short_id } = await createCode(service, { language: 'de' })
  const { text } = await visit(service, short_id, english)
  const action = /action="([^"#]+)/.exec(text)?.[1] ?? ''
  const said = await service.request('POST', action, {
    key: null,
    rawBody: 'text=Hallo',
    headers: { ...english, 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(said.status, 303)
  const { body } = await service.get<{ conversations: { id: string }[] }>('/v1/conversations')
  const { id } = body.conversations[0] ?? { id: '' }
  const detail = await service.get<{ language: string }>(`/v1/conversations/${id}`)
  assert.equal(detail.body.language, 'de')
})

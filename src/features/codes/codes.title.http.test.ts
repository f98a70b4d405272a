import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { type CodePage, type CodeView, createCode } from '../../../test/harness/data/given.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import { openTalk, type Visit } from '../../../test/harness/data/talk.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'

const detail = async (service: Service, id: string) =>
  (await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body

const french = {
  title: 'Hôtel du Port',
  welcome_message: 'Bienvenue à l’hôtel !',
  suggestions: ['À quelle heure est le petit déjeuner ?'],
}
const texts = {
  name: 'HH-07 lobby, left',
  title: 'Harbour Hotel',
  welcome_message: 'Welcome to the hotel!',
  suggestions: ['When is breakfast?'],
  translations: { fr: french, es: { title: 'Hotel del Puerto' } },
}

const inLanguage = (language: string) => ({ 'Accept-Language': language })
const langOf = (text: string) => /<html lang="(\w+)"/.exec(text)?.[1]

test('the title is the name until it is set, and null resets it', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { name: 'Lobby' })
  assert.equal((await detail(service, id)).title, 'Lobby')
  await service.patch(`/v1/qpr-codes/${id}`, { name: 'Lobby 2' })
  assert.equal((await detail(service, id)).title, 'Lobby 2')
  await service.patch(`/v1/qpr-codes/${id}`, { title: 'Reception' })
  await service.patch(`/v1/qpr-codes/${id}`, { name: 'Lobby 3' })
  assert.equal((await detail(service, id)).title, 'Reception')
  await service.patch(`/v1/qpr-codes/${id}`, { title: null })
  assert.equal((await detail(service, id)).title, 'Lobby 3')
  for (const title of ['', '  ', 'a'.repeat(201), 7]) {
    assertInvalid(await service.patch(`/v1/qpr-codes/${id}`, { title }), 'title')
  }
  const list = await service.get<CodePage>('/v1/qpr-codes')
  assert.ok(!('title' in (list.body.codes[0] ?? {})))
})

test('a visitor never sees the internal name', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { name: texts.name, title: texts.title })
  const { text } = await scan(service, code)
  assert.ok(text.includes('<title>Harbour Hotel</title>'))
  assert.ok(text.includes('Welcome to Harbour Hotel.'))
  const visitor = await openTalk(service, code.short_id)
  const view = await service.get<Visit>(`/c/${visitor.token}`, { key: null })
  assert.equal(view.body.name, 'Harbour Hotel')
  for (const seen of [text, view.text]) assert.ok(!seen.includes('HH-07'), seen)
})

test('visitors get the texts in their language, and the texts of the code otherwise', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, texts)
  const seenIn = async (language: string) => (await scan(service, code, inLanguage(language))).text

  const inFrench = await seenIn('fr-CH,fr;q=0.9,en;q=0.5')
  assert.equal(langOf(inFrench), 'fr')
  for (const text of [french.title, french.welcome_message, ...french.suggestions]) {
    assert.ok(inFrench.includes(text), text)
  }
  assert.ok(!inFrench.includes(texts.welcome_message))
  // Only the title is translated.
  const inSpanish = await seenIn('es')
  assert.ok(inSpanish.includes('Hotel del Puerto') && inSpanish.includes(texts.welcome_message))
  const inGerman = await seenIn('de')
  assert.equal(langOf(inGerman), 'de')
  assert.ok(inGerman.includes(texts.welcome_message) && inGerman.includes(texts.title))
  const chosen = await service.get(`/s/${code.short_id}/chat?lang=fr`, { key: null })
  assert.ok(chosen.text.includes(french.welcome_message))

  // A change is visible to the next visitor.
  await service.patch(`/v1/qpr-codes/${code.id}`, { translations: {} })
  assert.ok((await seenIn('fr')).includes(texts.welcome_message))
})

test('a code with a language opens in the language of a visitor that it is translated into', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { ...texts, language: 'de' })
  const opensIn = async (language: string) =>
    langOf((await scan(service, code, inLanguage(language))).text)
  assert.equal(await opensIn('fr'), 'fr')
  assert.equal(await opensIn('de-AT'), 'de')
  assert.equal(await opensIn('it'), 'de')
  assert.equal(await opensIn('it,es;q=0.8'), 'es')
})

test('a conversation has the texts of its language', async (t) => {
  const service = await startService(t)
  const { short_id } = await createCode(service, texts)
  const headers = inLanguage('fr')
  const visitor = await openTalk(service, short_id, headers)
  assert.equal(visitor.welcome_message, french.welcome_message)
  const view = await service.get<Visit>(`/c/${visitor.token}`, { key: null })
  assert.deepEqual(
    [view.body.name, view.body.welcome_message],
    [french.title, french.welcome_message],
  )
})

test('empty translations are not stored, unknown languages are ignored, wrong ones get 422', async (t) => {
  const service = await startService(t)
  const translations = {
    fr: {},
    de: { suggestions: [] },
    sw: { title: 'Hoteli' },
    it: { title: 'A' },
  }
  const { id } = await createCode(service, { translations })
  assert.deepEqual((await detail(service, id)).translations, { it: { title: 'A' } })
  const wrong = [
    null,
    [],
    { fr: null },
    { fr: { title: '' } },
    { fr: { title: 'a'.repeat(201) } },
    { fr: { welcome_message: 'a'.repeat(2001) } },
    { fr: { suggestions: ['1', '2', '3', '4', '5'] } },
    { fr: { suggestions: ['a'.repeat(201)] } },
  ]
  for (const translations of wrong) {
    const answer = await service.patch(`/v1/qpr-codes/${id}`, { translations })
    assertInvalid(answer, 'translations')
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templates as names, templateLanguages } from '#contract/templates.ts'
import type { CodeView } from '../../../test/harness/data/given.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { createAnswers } from '../../conversations/models/demo/answers.ts'
import { type TemplateLanguage, templatesIn } from './templates.ts'

interface Templates {
  language: TemplateLanguage
  templates: ReturnType<typeof templatesIn>
}

const listed = async (service: Service, query = '', headers: Record<string, string> = {}) => {
  const { status, body, text } = await service.get<Templates>(`/v1/templates${query}`, { headers })
  assert.equal(status, 200, text)
  return body
}

test('there are seven templates, in the requested language', async (t) => {
  const service = await startService(t)
  const { language, templates } = await listed(service)
  assert.equal(language, 'en')
  assert.deepEqual(
    templates.map(({ template }) => template),
    names,
  )
  assert.equal((await listed(service, '?language=de')).language, 'de')
  const german = { 'Accept-Language': 'de-CH,en;q=0.5' }
  assert.equal((await listed(service, '', german)).templates[4]?.example.name, 'Hotel am Hafen')
  assert.equal((await listed(service, '?language=en', german)).language, 'en')
  assert.equal((await listed(service, '', { 'Accept-Language': 'fr' })).language, 'en')
  assert.equal((await service.get('/v1/templates?language=xx')).status, 422)
})

test('every example creates a code whose image scans', async (t) => {
  const service = await startService(t)
  for (const language of templateLanguages) {
    for (const { example } of (await listed(service, `?language=${language}`)).templates) {
      const created = await service.post<{ id: string }>('/v1/qpr-codes', example)
      assert.equal(created.status, 200, created.text)
      const { body } = await service.get<CodeView>(`/v1/qpr-codes/${created.body.id}`)
      const { name, prompt, welcome_message, template, suggestions, style } = body
      assert.deepEqual(
        { name, prompt, welcome_message, template, suggestions, style },
        { ...example },
      )
    }
  }
})

/** The words that the answer to each suggestion must contain, even without a model. */
const answered: Record<TemplateLanguage, Record<string, RegExp[]>> = {
  en: {
    business: [/Soup of the day/, /cinnamon12/, /8:00 to 18:00/],
    rewards: [/loaf of bread/, /Tuesday/, /new card at the till/],
    events: [/13:00 Lunch in the foyer/, /9:30 Keynote/, /aurora2026/],
    personal: [/walking map/, /lena@brandt\.example/, /900 €/],
    hospitality: [/7:00 to 10:30/, /seabreeze/, /until 11:00/],
    healthcare: [/8:00 to 12:00/, /before 11:00/, /insurance card/],
    retail: [/within 30 days/, /from 15 € a weekend/, /10:00 to 19:00/],
  },
  de: {
    business: [/Suppe des Tages/, /zimt1212/, /8 bis 18 Uhr/],
    rewards: [/ein Brot nach Wahl/, /Dienstag/, /neue Karte/],
    events: [/13:00 Mittagessen/, /9:30 Keynote/, /aurora2026/],
    personal: [/Stadtplan/, /lena@brandt\.example/, /900 €/],
    hospitality: [/7 bis 10:30 Uhr/, /seebrise/, /bis 11 Uhr/],
    healthcare: [/8 bis 12 Uhr/, /vor 11 Uhr/, /Versichertenkarte/],
    retail: [/30 Tagen/, /15 € das Wochenende/, /10 bis 19 Uhr/],
  },
}

for (const language of templateLanguages) {
  for (const { template, example } of templatesIn(language)) {
    test(`the suggestions of ${template} (${language}) are answered from its prompt`, () => {
      const answer = createAnswers()
      const { prompt, suggestions } = example
      assert.equal(suggestions.length, answered[language][template]?.length)
      for (const [index, text] of suggestions.entries()) {
        const said = answer({ prompt, language, messages: [{ role: 'visitor', text }] })
        assert.match(said, answered[language][template]?.[index] ?? /^$/, text)
      }
    })
  }
}

test('the healthcare examples refuse medical advice and name a contact', () => {
  for (const [language, refusal] of [
    ['en', /Give no medical advice/],
    ['de', /Gib keinen ärztlichen Rat/],
  ] as const) {
    const example = templatesIn(language).find(({ template }) => template === 'healthcare')?.example
    assert.match(example?.prompt ?? '', refusal)
    assert.match(example?.prompt ?? '', /112/)
    assert.match(example?.welcome_message ?? '', /112/)
  }
})

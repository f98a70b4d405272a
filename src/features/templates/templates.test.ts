import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OwnerLanguage, ownerLanguages } from '#contract/languages.ts'
import { fillIn, placeholdersIn } from '#contract/placeholders.ts'
import { templates as names } from '#contract/templates.ts'
import type { CodeView } from '../../../test/harness/data/given.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { answerDemo } from '../models/demo/answers.ts'
import { examplesIn, templatesIn } from './templates.ts'

interface Templates {
  language: OwnerLanguage
  templates: ReturnType<typeof templatesIn>
  examples: ReturnType<typeof examplesIn>
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
  assert.deepEqual(
    (await listed(service)).examples.map(({ key, template }) => [key, template]),
    [['restaurant', 'hospitality']],
  )
  assert.equal((await listed(service, '?language=de')).language, 'de')
  const german = { 'Accept-Language': 'de-CH,en;q=0.5' }
  assert.equal((await listed(service, '', german)).templates[4]?.example.name, '[Ihr Hotel]')
  assert.equal((await listed(service, '?language=en', german)).language, 'en')
  assert.equal((await listed(service, '', { 'Accept-Language': 'fr' })).language, 'fr')
  assert.equal((await listed(service, '', { 'Accept-Language': 'ja' })).language, 'en')
  assert.equal((await service.get('/v1/templates?language=xx')).status, 422)
})

test('every example creates a code whose image scans', async (t) => {
  const service = await startService(t)
  for (const language of ownerLanguages) {
    const { templates, examples } = await listed(service, `?language=${language}`)
    for (const { example } of [...templates, ...examples]) {
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

/** The blank whose content must be in the answer to each suggestion, even without a model. */
const answered: Record<OwnerLanguage, Record<string, string[]>> = {
  en: {
    business: ['your menu with prices', 'your Wi-Fi password', 'your opening hours'],
    rewards: ['your list of rewards', 'your rule for points', 'your help for a lost card'],
    events: ['your meal times', 'your programme with times and rooms', 'your Wi-Fi password'],
    personal: ['your recent projects', 'your e-mail address or phone number', 'your prices'],
    hospitality: ['your breakfast hours and room', 'your Wi-Fi password', 'your check-out time'],
    healthcare: [
      'your opening hours',
      'your way to order repeat prescriptions',
      'your list of documents',
    ],
    restaurant: ['your menu', 'your opening hours', 'your Wi-Fi password'],
    retail: ['your rule for returns', 'your services and their prices', 'your opening hours'],
  },
  de: {
    business: ['Ihre Karte mit Preisen', 'Ihr WLAN-Passwort', 'Ihre Öffnungszeiten'],
    rewards: ['Ihre Liste der Prämien', 'Ihre Regel für Punkte', 'Ihre Hilfe bei verlorener Karte'],
    events: ['Ihre Essenszeiten', 'Ihre Wegbeschreibung', 'Ihr WLAN-Passwort'],
    personal: ['Ihre neuen Arbeiten', 'Ihre E-Mail-Adresse oder Telefonnummer', 'Ihre Preise'],
    hospitality: ['Ihre Frühstückszeiten und der Raum', 'Ihr WLAN-Passwort', 'Ihre Abreisezeit'],
    healthcare: ['Ihre Sprechzeiten', 'Ihr Weg zum Folgerezept', 'Ihre Liste der Unterlagen'],
    restaurant: ['Ihre Speisekarte', 'Ihre Öffnungszeiten', 'Ihr WLAN-Passwort'],
    retail: ['Ihre Regel für Rückgaben', 'Ihr Service und die Preise', 'Ihre Öffnungszeiten'],
  },
  fr: {
    business: ['votre carte avec les prix', 'votre code Wi-Fi', 'vos horaires d’ouverture'],
    rewards: [
      'votre liste de récompenses',
      'votre règle pour les points',
      'votre aide en cas de carte perdue',
    ],
    events: ['vos heures de repas', 'votre programme avec heures et salles', 'votre code Wi-Fi'],
    personal: ['vos projets récents', 'votre adresse e-mail ou téléphone', 'vos tarifs'],
    hospitality: [
      'vos horaires et votre salle de petit-déjeuner',
      'votre code Wi-Fi',
      'votre heure de départ',
    ],
    healthcare: [
      'vos horaires d’ouverture',
      'vos étapes pour renouveler une ordonnance',
      'votre liste de documents',
    ],
    restaurant: ['votre carte', 'vos horaires d’ouverture', 'votre code Wi-Fi'],
    retail: [
      'votre règle pour les retours',
      'vos services et leurs prix',
      'vos horaires d’ouverture',
    ],
  },
  es: {
    business: ['su carta con precios', 'su contraseña de wifi', 'su horario de apertura'],
    rewards: ['su lista de premios', 'su regla de puntos', 'su ayuda si se pierde la tarjeta'],
    events: ['sus horas de comida', 'su programa con horas y salas', 'su contraseña de wifi'],
    personal: ['sus proyectos recientes', 'su correo electrónico o teléfono', 'sus precios'],
    hospitality: ['su horario y sala de desayuno', 'su contraseña de wifi', 'su hora de salida'],
    healthcare: [
      'su horario de apertura',
      'sus pasos para renovar recetas',
      'su lista de documentos',
    ],
    restaurant: ['su carta', 'su horario de apertura', 'su contraseña de wifi'],
    retail: ['su norma de devoluciones', 'sus servicios y precios', 'su horario de apertura'],
  },
  it: {
    business: ['il suo menù con i prezzi', 'la sua password del Wi-Fi', 'i suoi orari di apertura'],
    rewards: [
      'il suo elenco dei premi',
      'la sua regola per i punti',
      'il suo aiuto per la tessera persa',
    ],
    events: [
      'i suoi orari dei pasti',
      'il suo programma con orari e sale',
      'la sua password del Wi-Fi',
    ],
    personal: ['i suoi progetti recenti', 'la sua e-mail o il telefono', 'i suoi prezzi'],
    hospitality: [
      'i suoi orari e la sala della colazione',
      'la sua password del Wi-Fi',
      'la sua ora di partenza',
    ],
    healthcare: [
      'i suoi orari di apertura',
      'i suoi passi per rinnovare ricette',
      'il suo elenco dei documenti',
    ],
    restaurant: ['il suo menù', 'i suoi orari di apertura', 'la sua password del Wi-Fi'],
    retail: ['la sua regola per i resi', 'i suoi servizi con i prezzi', 'i suoi orari di apertura'],
  },
}

for (const language of ownerLanguages) {
  const all = [
    ...templatesIn(language).map((one) => ({ key: one.template, ...one })),
    ...examplesIn(language),
  ]
  for (const { key, document, example } of all) {
    const { name, prompt, welcome_message, suggestions } = example
    test(`the suggestions of ${key} (${language}) are answered from its filled-in prompt`, () => {
      // Words that occur nowhere else, so that only the rest of the line leads to them.
      const values = Object.fromEntries(
        placeholdersIn(prompt).map((one, index) => [one, `Zuqo${'bdfgklmnprst'[index]}a`]),
      )
      const filled = fillIn(prompt, values)
      assert.equal(suggestions.length, answered[language][key]?.length)
      for (const [index, text] of suggestions.entries()) {
        const { text: said } = answerDemo({
          prompt: filled,
          language,
          messages: [{ role: 'visitor', text }],
        })
        const blank = `[${answered[language][key]?.[index]}]`
        assert.ok(said.includes(values[blank] ?? '?'), `${text} ${blank}: ${said}`)
      }
    })

    test(`${key} (${language}) invents nothing and answers nothing from an open blank`, () => {
      assert.deepEqual(placeholdersIn(name), [name])
      assert.ok(document === null || placeholdersIn(prompt).includes(document))
      assert.ok(placeholdersIn(prompt, welcome_message).includes(name))
      // The only numbers are those that hold everywhere: of sentences, and for emergencies.
      assert.deepEqual(
        new Set(`${prompt} ${welcome_message}`.match(/\d+/g) ?? ['112']),
        new Set(['112']),
      )
      assert.doesNotMatch(`${prompt} ${welcome_message}`, /@|€|www|https?:/)
      for (const text of suggestions) {
        const { text: said } = answerDemo({
          prompt,
          language,
          messages: [{ role: 'visitor', text }],
        })
        assert.deepEqual(placeholdersIn(said), [], `${text}: ${said}`)
      }
    })
  }
}

test('the healthcare examples refuse medical advice and name a contact', () => {
  for (const [language, refusal] of [
    ['en', /Give no medical advice/],
    ['de', /Gib keinen ärztlichen Rat/],
    ['fr', /Ne donne aucun conseil médical/],
    ['es', /No des ningún consejo médico/],
    ['it', /Non dare nessun consiglio medico/],
  ] as const) {
    const example = templatesIn(language).find(({ template }) => template === 'healthcare')?.example
    assert.match(example?.prompt ?? '', refusal)
    assert.match(example?.prompt ?? '', /112/)
    assert.match(example?.welcome_message ?? '', /112/)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanLanguages } from '#contract/languages.ts'
import { cases } from './answers.fixture.ts'
import { answerDemo } from './answers.ts'
import { ask, askIn } from './demo.fixture.ts'
import { demoWords } from './words/says.ts'

const hotel = cases['a hotel, in English']?.prompt ?? ''

for (const [name, { prompt, answers }] of Object.entries(cases)) {
  test(`the demo answers from the facts of ${name}`, () => {
    for (const [question, expected] of answers) {
      assert.match(ask(prompt, question), expected, question)
    }
  })
}

test('the demo gives the same answer every time', () => {
  for (const { prompt, answers } of Object.values(cases)) {
    for (const [question] of answers) {
      assert.equal(ask(prompt, question), ask(prompt, question))
    }
  }
})

test('a follow-up question is understood from the one before', () => {
  const prompt = 'Espresso costs 3 €. Cake costs 4 €. The pool is open.'
  assert.equal(ask(prompt, 'Do you have cake?', 'How much is it?'), 'Cake costs 4 €.')
  assert.equal(ask(prompt, 'Is there a pool?', 'Is it?'), 'The pool is open.')
})

test('the demo says plainly what it is when asked', () => {
  const questions = {
    en: ['Are you an AI?', 'Who are you?', 'Am I talking to a human?', 'Are you a real person?'],
    de: ['Bist du ein Mensch?', 'Wer bist du?', 'Sind Sie eine KI?'],
    es: ['¿Quién eres?', '¿Eres un robot?'],
    fr: ['Qui êtes-vous ?', 'Êtes-vous un robot ?'],
    pt: ['Quem é você?', 'Você é um robô?'],
    it: ['Chi sei?', 'Sei un robot?'],
    pl: ['Kim jesteś?', 'Czy jesteś robotem?'],
    tr: ['Kimsin?', 'Robot musun?'],
    ar: ['من أنت؟', 'هل أنت روبوت؟'],
    zh: ['你是谁？', '你是机器人吗？'],
    ja: ['あなたは誰ですか？', 'AIですか？'],
  }
  for (const language of scanLanguages) {
    for (const text of questions[language]) {
      assert.equal(askIn(language, hotel, text), demoWords[language].about, text)
    }
  }
})

test('a greeting, thanks and a goodbye are answered with what the demo is', () => {
  const said = [
    ...['Hi!', 'Thank you', 'Bye', 'What can you do?', 'help', 'Guten Tag', 'Vielen Dank!', 'Hola'],
    ...[
      'Gracias',
      'Adiós',
      'Bonjour',
      'Merci !',
      'Au revoir',
      'Olá',
      'Obrigada',
      'Tchau',
      'Grazie',
    ],
    ...['Buongiorno', 'Arrivederci', 'Dzień dobry', 'Dziękuję', 'Do widzenia', 'Merhaba'],
    ...[
      'Teşekkürler',
      'Görüşürüz',
      'مرحبا',
      'شكرا',
      'مع السلامة',
      '你好',
      '谢谢',
      '再见',
      'こんにちは',
    ],
  ]
  const others = said.filter((text) => ask(hotel, text) !== demoWords.en.about)
  assert.deepEqual(others, [])
})

test('a greeting before a question does not hide the question', () => {
  assert.match(ask(hotel, 'Hi there! Thanks. When is breakfast?'), /^Breakfast is served/)
})

test('its own sentences are in the language of the page, else English', () => {
  assert.equal(askIn('fr', hotel, 'Sauna?'), demoWords.fr.unknown)
  assert.equal(askIn(undefined, hotel, 'Sauna?'), demoWords.en.unknown)
  assert.equal(askIn('xx', hotel, 'Sauna?'), demoWords.en.unknown)
})

test('without a fact in the prompt the demo still answers with a sentence', () => {
  for (const prompt of ['You are a pirate. Talk like one.', '?', '   .   ', '---', '#']) {
    assert.equal(ask(prompt, 'What is the plan?'), demoWords.en.unknown)
  }
  for (const question of ['', '?', '...', '🙂', 'a', '١', 'x'.repeat(4000)]) {
    assert.notEqual(ask(hotel, question), '')
  }
})

const passageOf = (text: string) => ({
  id: 'psg_1',
  sourceId: 'src_1',
  title: 'House',
  url: null,
  headings: ['Inside'],
  page: null,
  text,
})

/** Asks about a document. */
const askAbout = (text: string, question: string) =>
  answerDemo({
    prompt: 'You are the assistant.',
    messages: [{ role: 'visitor', text: question }],
    passages: [passageOf(text)],
  })

const house = `The sauna is in the basement.

For children

There is a playground behind the pond.

Warm dishes

| Dish | Price |
|---|---|
| Trout | 12 |
| Noodles | 7 |

Rooms to play

- a room for chess
- a room for darts`

test('a heading and the head of a table are never an answer, but lead to one', () => {
  assert.equal(
    askAbout(house, 'Do you have anything for kids?').text.split('\n').at(-1),
    'There is a playground behind the pond. [1]',
  )
  const row = askAbout(house, 'How much is the trout?')
  assert.equal(row.text, 'Trout: Price 12 [1]')
  // As it is in the passage, so that the citation can be verified.
  assert.deepEqual(row.quotes, new Map([[1, '| Trout | 12 |']]))
})

test('a list under a heading is given whole', () => {
  assert.equal(
    askAbout(house, 'Which rooms can I play in?').text.split('\n\n').at(-1),
    '- a room for chess\n- a room for darts [1]',
  )
})

test('a question for two things gets both, or is told which half is missing', () => {
  const both = askAbout(house, 'Where is the sauna and how much is the trout?')
  assert.match(both.text, /The sauna is in the basement\. Trout: Price 12/)
  assert.equal(both.outcome, 'answered')
  const half = askAbout(house, 'Where is the sauna and where is the helipad?')
  assert.equal(half.text, `The sauna is in the basement. [1]\n\n${demoWords.en.missing[1]}`)
  assert.equal(half.outcome, 'partly')
  assert.match(
    askAbout(house, 'Is there a helipad and a sauna?').text,
    new RegExp(`${demoWords.en.missing[0]}$`),
  )
  assert.equal(askAbout(house, 'Is there a helipad and a casino?').text, demoWords.en.unknown)
})

test('a question whose rare word occurs nowhere is not answered with its other words', () => {
  assert.equal(askAbout(house, 'Is there a room for squash?').outcome, 'unknown')
})

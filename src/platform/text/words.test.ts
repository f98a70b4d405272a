import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessLanguage } from './words.ts'

test('the language of a question is that of its small words or of its script', () => {
  const questions = {
    en: 'What time can I eat in the morning?',
    de: 'Wann kann ich morgens frühstücken?',
    es: '¿A qué hora puedo desayunar?',
    fr: 'À quelle heure est-ce que je peux manger ?',
    it: 'A che ora posso fare colazione?',
    pl: 'O której godzinie mogę zjeść śniadanie?',
    tr: 'Kahvaltı saat kaçta ve nerede?',
    ar: 'متى وقت الإفطار؟',
    zh: '早餐几点开始？',
    ja: '朝食は何時からですか？',
  }
  for (const [language, question] of Object.entries(questions)) {
    assert.equal(guessLanguage(question), language)
  }
})

test('a name has no language, and neither has a text without words', () => {
  for (const text of ['Sauna', '', '12:30']) assert.equal(guessLanguage(text), null, text)
})

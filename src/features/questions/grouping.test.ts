// Which questions are one group, and in which order groups are listed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AskedGroup } from './asked.store.ts'
import { isAfter, questionPlaceOf } from './questions.list.ts'
import { codesLeft } from './questions.views.ts'
import { createGroups, featuresOf } from './similarity.ts'

/** The group of each question, which is the first question of it. */
const groupsOf = (...texts: string[]) => {
  const groups = createGroups()
  return texts.map((text) => {
    const features = featuresOf(text)
    const groupId = groups.find(features) ?? text
    groups.add(groupId, features)
    return groupId
  })
}
const areOne = (a: string, b: string) => new Set(groupsOf(a, b)).size === 1

test('questions are one from a similarity of 0.48 on, in which known words count less', () => {
  assert.ok(areOne('alpha bravo charlie delta', 'alpha bravo charlie kilo'))
  // The weights of two questions: 1 for a known word, 1.35 for a new one.
  assert.ok(!areOne('alpha bravo charlie delta', 'alpha bravo lima kilo'))
  const groups = createGroups()
  groups.add('sauna', featuresOf('sauna'))
  for (let at = 0; at < 20; at++) groups.add(`other${at}`, featuresOf(`hotel x${at}q`))
  groups.add('hotel', featuresOf('hotel sauna towel'))
  // A word of many questions does not make two questions one, and does not keep them apart.
  assert.equal(groups.find(featuresOf('hotel zebra')), null)
  assert.equal(groups.find(featuresOf('hotel towel')), 'hotel')
})

test('small words, case, accents, punctuation and the order of words do not matter', () => {
  assert.ok(areOne('Is there a sauna?', 'SAUNA'))
  assert.ok(areOne('Frühstück im Zimmer', 'zimmer: fruhstuck!'))
  // A question of small words only is compared by them.
  assert.ok(areOne('Who are you?', 'who are you'))
  assert.ok(!areOne('Who are you?', 'What is it?'))
})

test('a time, a place and a price of the same thing are three questions', () => {
  const asked = ['When is breakfast?', 'Where is breakfast?', 'How much is breakfast?']
  assert.deepEqual(groupsOf(...asked), asked)
  // However many other words they have in common.
  assert.ok(!areOne('when garden breakfast terrace', 'where garden breakfast terrace'))
  assert.ok(areOne('Wann ist Frühstück?', 'Uhrzeit Frühstück'))
  // Only one of them says what it asks for: the similarity is 0.65 of about 0.8 and of about 0.67.
  assert.ok(areOne('garden breakfast', 'when garden breakfast'))
  assert.ok(areOne('when garden breakfast', 'garden breakfast'))
  assert.ok(!areOne('breakfast', 'when breakfast'))
})

test('a question joins the group that has the question most like it, and of two the first', () => {
  const groups = createGroups()
  groups.add('near', featuresOf('alpha bravo charlie'))
  groups.add('same', featuresOf('alpha bravo charlie delta'))
  assert.equal(groups.find(featuresOf('alpha bravo charlie delta')), 'same')
  const equal = createGroups()
  equal.add('first', featuresOf('alpha bravo charlie'))
  equal.add('second', featuresOf('alpha bravo delta'))
  assert.equal(equal.find(featuresOf('alpha bravo')), 'first')
  assert.equal(createGroups().find(featuresOf('alpha')), null)
  assert.equal(equal.find(featuresOf('')), null)
})

test('only the first 500 characters and 32 words of a question count', () => {
  const words = Array.from({ length: 40 }, (_, at) => `w${at}x${at * 7}`)
  assert.equal(featuresOf(words.join(' ')).words.size, 32)
  const long = `${'sauna '.repeat(90)}`
  assert.deepEqual([...featuresOf(`${long.slice(0, 500)} breakfast`).words].length, 1)
})

test('a group of frequent words is found by the newest 100 questions with each word', () => {
  const groups = createGroups()
  groups.add('old', featuresOf('sauna'))
  for (let at = 0; at < 99; at++) groups.add(`g${at}`, featuresOf(`sauna x${at}q y${at}q z${at}q`))
  assert.equal(groups.find(featuresOf('sauna')), 'old')
  groups.add('g99', featuresOf('sauna x99q y99q z99q'))
  assert.equal(groups.find(featuresOf('sauna')), null)
})

test('vectors are one from a cosine of 0.82 on, whatever their length, and the newest 2,000 count', () => {
  const at = (cosine: number) => new Float32Array([cosine, Math.sqrt(1 - cosine * cosine)])
  const groups = createGroups()
  groups.add('sauna', featuresOf('sauna', new Float32Array([7, 0])))
  const found = (vector: Float32Array | null) => groups.find(featuresOf('schwitzen', vector))
  assert.deepEqual(
    [found(at(0.83)), found(at(0.81)), found(null), found(new Float32Array([0, 0]))],
    ['sauna', null, null, null],
  )
  for (let n = 0; n < 1999; n++) groups.add('other', featuresOf('', at(0)))
  assert.equal(found(at(1)), 'sauna')
  groups.add('other', featuresOf('', at(0)))
  assert.equal(found(at(1)), null)
})

test('a misspelt word of five letters counts as the known word with nearly the same letters', () => {
  assert.ok(areOne('breakfast terrace', 'brekfast terace'))
  assert.ok(!areOne('pool', 'poul'))
  assert.deepEqual(groupsOf('massage', 'masage', 'dinner'), ['massage', 'massage', 'dinner'])
})

const group = (conversations: number, last_asked_at: number, id: string) =>
  ({
    id,
    last_asked_at,
    conversations: new Set(Array.from({ length: conversations }, (_, at) => String(at))),
  }) as AskedGroup

test('a place in the list is after another by its conversations, its last question and its id', () => {
  const place = questionPlaceOf(group(2, 100, 'm'))
  assert.deepEqual(place, [2, 100, 'm'])
  const after = [group(1, 200, 'z'), group(2, 99, 'z'), group(2, 100, 'l')]
  const before = [group(3, 1, 'a'), group(2, 101, 'a'), group(2, 100, 'n'), group(2, 100, 'm')]
  assert.deepEqual(
    [after.map((one) => isAfter(one, place)), before.map((one) => isAfter(one, place))],
    [
      [true, true, true],
      [false, false, false, false],
    ],
  )
})

test('without its codes an open question is for all codes, and an answer for none', () => {
  const left = (status: 'open' | 'answered' | 'dismissed', ids: string[] | null, known: string[]) =>
    codesLeft({ status, code_ids: ids && JSON.stringify(ids) }, new Set(known))
  assert.deepEqual(left('open', ['a', 'b'], ['b']), ['b'])
  assert.deepEqual(left('answered', ['a', 'b'], ['b']), ['b'])
  assert.equal(left('open', ['a'], []), null)
  assert.equal(left('dismissed', ['a'], []), null)
  assert.deepEqual(left('answered', ['a'], []), [])
  assert.equal(left('answered', null, []), null)
})

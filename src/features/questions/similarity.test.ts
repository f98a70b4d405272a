import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroups, featuresOf } from './similarity.ts'

/** Questions that belong together are in one list. */
const labelled = [
  [
    'When is breakfast?',
    'What time is breakfast served?',
    'breakfast times?',
    'Hi, could you tell me when breakfast is please',
    'When is brekfast',
  ],
  ['Is breakfast included?', 'Is the breakfast included in the price?', 'breakfast included??'],
  ['Where is breakfast served?', 'Where do we get breakfast'],
  ['Is there a pool?', 'Do you have a pool?', 'pool?', 'Do you have a swimming pool'],
  ['When does the pool open?', 'Pool opening hours', 'What are the opening times of the pool?'],
  ['Can I bring my dog?', 'Are dogs allowed?', 'is it possible to bring a dog'],
  ['What is the wifi password?', 'wifi password', 'Can you tell me the password for the WiFi?'],
  ['The wifi does not work', 'wifi not working'],
  ['How much is parking?', 'What does parking cost?', 'parking price', 'Parking fee?'],
  ['Where can I park?', 'Where to park my car', 'where is parking'],
  [
    'Wann gibt es Frühstück?',
    'Um wie viel Uhr ist Frühstück?',
    'Frühstück wann',
    'Fruehstück wann?',
  ],
  ['Gibt es einen Parkplatz?', 'Haben Sie Parkplätze?', 'Parkplatz'],
  ['Was kostet der Parkplatz?', 'Wie viel kosten die Parkplätze?'],
  ['Darf ich meinen Hund mitbringen?', 'Kann man Hunde mitbringen?', 'Hund mitbringen möglich?'],
  ['Wie lautet das WLAN-Passwort?', 'WLAN Passwort?', 'Was ist das Passwort für das WLAN'],
  ['¿A qué hora es el desayuno?', 'desayuno a que hora', '¿Cuándo es el desayuno?'],
  ['À quelle heure est le petit déjeuner ?', 'petit déjeuner heure', 'petit dejeuner quand'],
  ['早餐几点？', '请问早餐时间'],
]

/** Pairs in one group, as found and as labelled. */
const scoreOf = (order: (texts: string[]) => string[]) => {
  const label = new Map(labelled.flatMap((texts, at) => texts.map((text) => [text, at])))
  const groups = createGroups()
  const placed = new Map<string, string>()
  for (const text of order([...label.keys()])) {
    const features = featuresOf(text)
    const groupId = groups.find(features) ?? text
    groups.add(groupId, features)
    placed.set(text, groupId)
  }
  const texts = [...label.keys()]
  const pairs = texts.flatMap((a, at) => texts.slice(at + 1).map((b) => [a, b] as const))
  const counts = { both: 0, found: 0, labelled: 0 }
  const wrong: string[] = []
  for (const [a, b] of pairs) {
    const isFound = placed.get(a) === placed.get(b)
    const isLabelled = label.get(a) === label.get(b)
    counts.found += Number(isFound)
    counts.labelled += Number(isLabelled)
    counts.both += Number(isFound && isLabelled)
    if (isFound !== isLabelled) wrong.push(`${isFound ? 'together' : 'apart'}: ${a} | ${b}`)
  }
  return { f1: (2 * counts.both) / (counts.found + counts.labelled), wrong }
}

test('similar questions are grouped with a pairwise F1 of at least 0.8, in any order', () => {
  const spread = (texts: string[]) =>
    texts.toSorted((a, b) =>
      a.split('').reverse().join('').localeCompare(b.split('').reverse().join('')),
    )
  for (const order of [
    (texts: string[]) => texts,
    (texts: string[]) => texts.toReversed(),
    spread,
  ]) {
    const { f1, wrong } = scoreOf(order)
    assert.ok(f1 >= 0.8, `${f1}\n${wrong.join('\n')}`)
  }
})

test('vectors group questions that share no word', () => {
  const groups = createGroups()
  groups.add('breakfast', featuresOf('When is breakfast?', new Float32Array([1, 0.1, 0])))
  const like = featuresOf('Ab wann kann man morgens essen?', new Float32Array([2, 0.5, 0]))
  const unlike = featuresOf('Gibt es einen Pool?', new Float32Array([0.2, 0, 1]))
  assert.equal(groups.find(like), 'breakfast')
  assert.equal(groups.find(unlike), null)
  // A question of another embedding model has another number of values.
  assert.equal(groups.find(featuresOf('Pool', new Float32Array([1, 0]))), null)
})

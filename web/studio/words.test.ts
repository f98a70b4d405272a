import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Read at run time: the types of these files need React, which the tests of the server lack. */
const wordsOf = async (language: string): Promise<object> =>
  (await import(new URL(`src/words/${language}.ts`, import.meta.url).href))[language]

type Sentence = (...values: (string | number)[]) => unknown

/** Every text that is made by a function, in the order of the file. */
const sentencesIn = (words: object, path = ''): [path: string, sentence: Sentence][] =>
  Object.entries(words).flatMap(([key, value]): [string, Sentence][] => {
    if (typeof value === 'function') return [[`${path}${key}`, value as Sentence]]
    return typeof value === 'object' && value !== null ? sentencesIn(value, `${path}${key}.`) : []
  })

/** The types of the parameters, as the English file declares them. */
const parameters = [
  ...readFileSync(new URL('src/words/en.ts', import.meta.url), 'utf8').matchAll(
    /^ +(\w+|'[^']+'): \(([^)]*)\)(?:: string)? =>/gm,
  ),
].map(([, key = '', list = '']) => ({
  key: key.replaceAll("'", ''),
  isNumber: list.split(',').map((one) => /: number\b/.test(one)),
}))

/** A status of HTTP is a name, not an amount. */
const statuses = new Set(['webhooks.answered', 'webhooks.testArrived'])

for (const language of ['en', 'de']) {
  test(`every number in a text has its separators (${language})`, async () => {
    const sentences = sentencesIn(await wordsOf(language))
    const paths = sentencesIn(await wordsOf('en')).map(([path]) => path)
    assert.deepEqual(
      paths.map((path) => path.split('.').at(-1)),
      parameters.map(({ key }) => key),
    )
    const byPath = new Map(sentences)
    for (const [index, path] of paths.entries()) {
      const isNumber = parameters[index]?.isNumber ?? []
      if (!isNumber.includes(true) || statuses.has(path)) continue
      const said = byPath.get(path)?.(...isNumber.map((is) => (is ? 1234567 : 'x')))
      assert.doesNotMatch(String(said), /1234567/, path)
    }
  })
}

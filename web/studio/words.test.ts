import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Read at run time: the types of these files need React, which the tests of the server lack. */
const partOf = async (part: string, language: string): Promise<object> =>
  (await import(new URL(`src/words/${part}${language}.ts`, import.meta.url).href))[language]

const wordsOf = async (language: string): Promise<object> => ({
  ...(await partOf('first/', language)),
  ...(await partOf('', language)),
})

type Sentence = (...values: (string | number)[]) => unknown

/** Every text that is made by a function, in the order of the file. */
const sentencesIn = (words: object, path = ''): [path: string, sentence: Sentence][] =>
  Object.entries(words).flatMap(([key, value]): [string, Sentence][] => {
    if (typeof value === 'function') return [[`${path}${key}`, value as Sentence]]
    return typeof value === 'object' && value !== null ? sentencesIn(value, `${path}${key}.`) : []
  })

/** The types of the parameters, as the English file declares them. */
const parameters = [
  ...['first/en.ts', 'en.ts']
    .map((file) => readFileSync(new URL(`src/words/${file}`, import.meta.url), 'utf8'))
    .join('')
    .matchAll(/^ +(\w+|'[^']+'): \(([^)]*)\)(?:: string)? =>/gm),
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

const source = new URL('src/', import.meta.url)

/** The files that are loaded together with these, without those that are loaded later. */
const loadedWith = (files: string[]): Set<string> => {
  const all = new Set<string>()
  const add = (file: string) => {
    if (all.has(file) || !file.startsWith(source.href)) return
    all.add(file)
    const text = readFileSync(new URL(file), 'utf8')
    for (const [, path = ''] of text.matchAll(/^(?:import|export|\}) (?!type ).*'(\.[^']+)'$/gm)) {
      if (/\.tsx?$/.test(path)) add(new URL(path, file).href)
    }
  }
  for (const file of files) add(new URL(file, source).href)
  return all
}

test('what is shown at first uses only words that are loaded at first', async () => {
  const later = Object.keys(await partOf('', 'en'))
  const used = new Set<string>()
  for (const file of loadedWith(['main.tsx', 'codes/list.page.tsx', 'shell/drawer.tsx'])) {
    const text = readFileSync(new URL(file), 'utf8')
    const names = [
      ...[...text.matchAll(/const \{([^}]*)\} = useWords\(\)/g)].flatMap(([, list = '']) =>
        list.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
      ),
      ...[...text.matchAll(/\bwords\.(\w+)/g)].map(([, name = '']) => name),
    ]
    for (const name of names) {
      used.add(name)
      assert.ok(!later.includes(name), `${file} uses ${name}, which is not in words/first`)
    }
  }
  for (const name of Object.keys(await partOf('first/', 'en'))) assert.ok(used.has(name), name)
})

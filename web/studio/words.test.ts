import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ownerLanguages } from '#contract/languages.ts'

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

for (const language of ownerLanguages) {
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

const translations = ownerLanguages.filter((language) => language !== 'en')

/** Which parameters of a text are numbers. */
const numbersOf = new Map(
  sentencesIn(await wordsOf('en')).map(([path], index) => [path, parameters[index]?.isNumber]),
)

/** The texts that functions make, with marks for names and these amounts. */
const madeIn = (words: object, amountOf: (place: number) => number): Map<string, string> =>
  new Map(
    sentencesIn(words).map(([path, sentence]) => {
      const isNumber = numbersOf.get(path) ?? []
      return [path, String(sentence(...isNumber.map((is, at) => (is ? amountOf(at) : `Q${at}`))))]
    }),
  )

const fixedIn = (words: object, path = ''): [path: string, text: string][] =>
  Object.entries(words).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[path + key, value]]
    return typeof value === 'object' && value !== null ? fixedIn(value, `${path}${key}.`) : []
  })

const several = (place: number) => 41 + place

const textsIn = (words: object) => new Map([...fixedIn(words), ...madeIn(words, several)])

/** The Studio shows other sentences of the service unchanged. */
const isSentenceOfService = new Set(['knowledge.reason', 'webhooks.failure'])

/** Names, measures and formats. */
const everywhere = `A4|Enterprise|Free|PDF|PNG|Professional|Q0 (42)|Q0 mm|Q0 px|SVG|Starter|Studio|Webhook`

/** Words that a language shares with English. */
const shared: Record<(typeof translations)[number], string> = {
  de: `7 × 7 cm.|A4.|Browser|Code|Codes|Computer|Definition: Q0|Details|Letter|Live|Logo|Name|Person|Prompt|Scan|Scans|Status|
    System|Tablet|Test|Text|Uploads|Webhooks|Website|optional`,
  fr: `41 codes|41 conversations|41 pages|41 scans|Action|Actions|Active|Assistant|Code|Codes|Contact|
    Conversation|Conversations|Description|Letter|Logo|Menu|Messages|Notifications|Page|Page 41|Pages|Pause|
    Q0 modules|Question|Questions|Scan|Scans|Secret|Style|Test|Webhooks`,
  es: 'Editor|Plan|Tokens|Webhooks|no',
  it: 'Account|Browser|Computer|Letter|Logo|Menu|Tablet|no',
}

/** A plural that looks like its singular. */
const oneForm: Partial<Record<string, string[]>> = {
  de: ['insight.definitions.cost'],
  it: ['insight.definitions.cost'],
}

for (const language of translations) {
  test(`no text is left in English (${language})`, async () => {
    const english = textsIn(await wordsOf('en'))
    const texts = textsIn(await wordsOf(language))
    const same = [...english].filter(
      ([path, text]) => texts.get(path) === text && !isSentenceOfService.has(path),
    )
    assert.deepEqual(
      [...new Set(same.map(([, text]) => text))].sort(),
      `${everywhere}|${shared[language]}`.split(/\|\s*/).sort(),
    )
    for (const [path, text] of texts) {
      // Words that none of the other languages has.
      assert.doesNotMatch(
        text,
        /(?<![\p{L}_])(the|your|this|with|from|and|which|when|of)(?![\p{L}_])/iu,
        path,
      )
    }
  })

  test(`texts have the values and the plural forms of the English ones (${language})`, async () => {
    const [en, words] = [await wordsOf('en'), await wordsOf(language)]
    assert.deepEqual([...textsIn(words).keys()].sort(), [...textsIn(en).keys()].sort())
    const valuesOf = (text = '') =>
      [...new Set(text.match(/q\d|4\d/gi)?.map((one) => one.toUpperCase()))].sort()
    const made = madeIn(words, several)
    for (const [path, text] of madeIn(en, several)) {
      assert.deepEqual(valuesOf(made.get(path)), valuesOf(text), path)
    }
    const unnumbered = (text = '') => text.replaceAll(/\b(\d+|One)\b/g, '#')
    const [one, many] = [() => 1, () => 41]
    const [oneOf, manyOf] = [madeIn(words, one), madeIn(words, many)]
    const englishOne = madeIn(en, one)
    for (const [path, text] of madeIn(en, many)) {
      if (unnumbered(text) === unnumbered(englishOne.get(path))) continue
      if (oneForm[language]?.includes(path)) continue
      assert.notEqual(unnumbered(manyOf.get(path)), unnumbered(oneOf.get(path)), path)
    }
  })
}

test('French has its spaces, Spanish both of its marks', async () => {
  for (const [path, text] of textsIn(await wordsOf('fr'))) {
    assert.doesNotMatch(
      text,
      /(^|[^\u00a0\u202f])»|«(?!\u00a0)| [:;?!%]|[^\u00a0\s/"\d][?!;]|[’']\s/,
      path,
    )
    assert.doesNotMatch(text, /'/, path)
  }
  for (const [path, text] of textsIn(await wordsOf('es'))) {
    assert.equal(text.match(/¿/g)?.length, text.match(/\?(?!\w)/g)?.length, path)
    assert.equal(text.match(/¡/g)?.length, text.match(/!/g)?.length, path)
  }
})

const ofOperators = /QPR_|\b(npm|npx|docker|systemctl|curl) |\bqpr [a-z]|--[a-z]/

for (const language of ownerLanguages) {
  test(`no text for owners names a setting or a command (${language})`, async () => {
    const texts = textsIn(await wordsOf(language))
    assert.ok(texts.size > 1000)
    for (const [path, text] of texts) assert.doesNotMatch(text, ofOperators, path)
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

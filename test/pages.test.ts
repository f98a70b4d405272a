// Each front end queries the browser in one file, which returns only usable values. This test reads
// the sources, so that no other file queries the browser.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** May be missing, may throw on access, or may return an unknown value. */
const unsafe = [
  /\bnavigator\b/,
  /\b(?:localStorage|sessionStorage|indexedDB|caches)\b/,
  /\bdocument\.cookie\b/,
  /\bmatchMedia\b/,
  /\b(?:Resize|Intersection|Performance)Observer\b/,
  /\bnew (?:AudioContext|EventSource|BroadcastChannel|SharedWorker|Worker|Notification)\b/,
  /\bspeechSynthesis\b/,
  /\bSpeechRecognition\b/,
  /\b(?:AbortSignal\.(?:timeout|any)|CSS\.supports|crypto\.randomUUID|structuredClone)\b/,
  /\b(?:requestIdleCallback|startViewTransition)\b/,
  /\bhistory\.(?:push|replace)State\b/,
  /\bIntl\.(?!RelativeTimeFormatUnit\b|LDMLPluralRule\b)/,
  /\.toLocale\w*\(/,
]

const faces = [
  {
    name: 'the Studio',
    files: ['web/studio/src/**/*.{ts,tsx}'],
    asks: [
      'web/studio/src/browser.ts',
      'web/studio/src/plain-resize-observer.ts',
      // With our own languages, or those of browser.ts.
      'web/studio/src/words/format.ts',
      'web/studio/src/words/plural.ts',
    ],
  },
  {
    name: "the visitor's page",
    files: ['web/visitor/*.ts'],
    asks: ['web/visitor/browser.ts', 'web/visitor/browser-later.ts'],
  },
]

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/.*$/gm, '')

for (const { name, files, asks } of faces) {
  test(`${name} queries the browser in one file`, () => {
    const found = globSync(files, { cwd: root })
      .filter((file) => !asks.includes(file) && !file.endsWith('.d.ts'))
      .flatMap((file) => {
        const source = withoutComments(readFileSync(`${root}/${file}`, 'utf8'))
        return unsafe
          .flatMap((pattern) => source.match(pattern) ?? [])
          .map((it) => `${file}: ${it}`)
      })
    assert.deepEqual(found, [])
    for (const file of asks) assert.ok(globSync(file, { cwd: root })[0], file)
  })
}

test('the sign-in pages have no script', () => {
  const files = globSync(
    ['src/features/{accounts,organizations}/*.ts', 'src/platform/http/output/page.ts'],
    {
      cwd: root,
    },
  )
  for (const file of files.filter((one) => !one.endsWith('.test.ts'))) {
    assert.doesNotMatch(readFileSync(`${root}/${file}`, 'utf8'), /<script/, file)
  }
})

test('every journey gets its browser from the harness, which sets language and time zone', () => {
  const files = globSync('{src,test,web,bench}/**/*.ts', { cwd: root })
  const starts = (file: string) =>
    /\bchromium\.(?:launch|connect)/.test(readFileSync(`${root}/${file}`, 'utf8'))
  assert.deepEqual(files.filter(starts), ['test/harness/browser/browser.ts'])
})

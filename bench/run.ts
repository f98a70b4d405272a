// npm run bench            all of them
// npm run bench -- NAME    one of them
//
// The figures go to bench/results/ARCH.json, and bench/results/ARCH.md is generated from there. The
// six figures of docs/speed.md are copied from it by hand.
import { takeFigures } from './report.ts'
import { keepResult } from './results.ts'

interface Bench {
  readonly about: string
  load(): Promise<{ bench(): Promise<void> }>
}

const benches: Record<string, Bench> = {
  scan: {
    about:
      'A scan is on disk, counted and in the sums, with its event, before its response. The visitor has no cookie yet, and the page is sent uncompressed.',
    load: () => import('./scan.ts'),
  },
  create: {
    about:
      'Creations on SQLite, 64 connections, default settings. A creation is on disk before its response. The start of the service and its memory.',
    load: () => import('./create.ts'),
  },
  list: {
    about:
      'Lists and images on SQLite, 64 connections, default settings. A list may be answered from memory until the next commit.',
    load: () => import('./list.ts'),
  },
  deliver: {
    about: 'Deliveries to a receiver in a process of its own.',
    load: () => import('./deliver.ts'),
  },
  talk: {
    about: 'Answers of 50 tokens from a provider over HTTP in a process of its own.',
    load: () => import('./talk.ts'),
  },
  images: {
    about: 'Images of codes that were not seen before, in this process, against `qrcode` 1.5.',
    load: () => import('./images.ts'),
  },
  knowledge: {
    about:
      'Four Debian manuals as PDF (English, German, French, Japanese) and 160 questions that were written before the search was tuned; 40 of them were held out until the end. Half of the questions avoid the words of their passage. A question counts as found when the passage with its answer is among the first 8 (or 5); without a model, unless a row names one.',
    load: () => import('./knowledge.ts'),
  },
}

const [name] = process.argv.slice(2)
if (name !== undefined && !Object.hasOwn(benches, name)) {
  console.error(`There is no bench "${name}". Choose one of: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}

for (const [key, { about, load }] of Object.entries(benches)) {
  if (name !== undefined && key !== name) continue
  console.log(`\n── ${key}`)
  await (await load()).bench()
  await keepResult({ name: key, about, figures: takeFigures() })
}

// npm run bench            all of them
// npm run bench -- NAME    one of them
//
// The figures go to bench/results/ARCH.json, and docs/speed.md is generated from there.
import { generatorName } from './generator.ts'
import { takeFigures } from './report.ts'
import { keepResult } from './results.ts'

interface Bench {
  readonly about: string
  load(): Promise<{ bench(): Promise<void> }>
}

const benches: Record<string, Bench> = {
  api: {
    about:
      'The core API on SQLite, 64 connections, default settings. A list may be answered from memory until the next commit; a creation is on disk before its response.',
    load: () => import('./api.ts'),
  },
  images: {
    about: 'Images of codes that were not seen before, in this process, against `qrcode` 1.5.',
    load: () => import('./images.ts'),
  },
  scan: {
    about:
      'A scan is on disk, counted and in the sums, with its event, before its response. The visitor has no cookie yet, and the page is sent uncompressed.',
    load: () => import('./scan.ts'),
  },
  'hot-code': {
    about:
      'Scans on PostgreSQL, four processes, through a proxy that delays every packet by 5 ms in each direction: all of one code, or of 1,000 codes of 50 organizations. Sessions that wait for a lock are counted in `pg_stat_activity`.',
    load: () => import('./hot-code.ts'),
  },
  capacity: {
    about:
      'Processor time (of `/proc`, which does not count the time of other programs) and bytes of scans, deliveries and messages on PostgreSQL, at fixed rates that do not wait for responses. A model is fitted at some rates and predicts others; docs/scale.md has the tables.',
    load: () => import('./capacity.ts'),
  },
  webhooks: {
    about: 'Deliveries to a receiver in a process of its own.',
    load: () => import('./webhooks.ts'),
  },
  conversation: {
    about: 'Answers of 50 tokens from a provider over HTTP in a process of its own.',
    load: () => import('./conversation.ts'),
  },
  studio: {
    about:
      'Chromium without a GPU. A navigation lasts from the press of the link until the page, with its content, is painted.',
    load: () => import('./studio.ts'),
  },
  partitions: {
    about:
      'PostgreSQL with fsync, the scans spread over twelve months, one of 20 of the measured code. The last row drops the oldest month.',
    load: () => import('./partitions.ts'),
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

console.log(`Load generator: ${generatorName}`)
for (const [key, { about, load }] of Object.entries(benches)) {
  if (name !== undefined && key !== name) continue
  console.log(`\n── ${key}`)
  await (await load()).bench()
  await keepResult({ name: key, about, figures: takeFigures() })
}

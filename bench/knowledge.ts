// npm run bench -- knowledge
//
// First the documents of a hotel and a museum, and a book of 500 pages made of them, which need no
// network (see knowledge/house.ts). Then
// real manuals in four languages, fetched from Debian (see knowledge/documents.ts), and questions
// that were written before the search was tuned. Half of them avoid the words of their passage.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { packVector } from '../src/features/retrieval/index.ts'
import { type Language, languages, loadDocuments } from './knowledge/documents.ts'
import { type Embed, loadEmbeddings, modelName } from './knowledge/embeddings.ts'
import { pairwise } from './knowledge/grouping.ts'
import { benchHouse, houseBook, houseQuestions } from './knowledge/house.ts'
import { benchProcessing } from './knowledge/processing.ts'
import {
  type Asked,
  ask,
  indexOf,
  meanReciprocal,
  type Piece,
  readGroups,
  readPassages,
  readQuestions,
  recallAt,
} from './knowledge/recall.ts'
import { report } from './report.ts'

const minRecall = 0.85
const indexPassages = 2500
const maxSearchMs = 30
const searchRounds = 5
const noTarget = 'no target'

export const bench = async () => {
  await benchHouse()
  await benchProcessing([houseBook()], houseQuestions())
  const documents = loadDocuments()
  await benchProcessing(
    documents,
    questions.map(({ question }) => question),
  )
  const manuals = new Map<Language, Piece[]>()
  for (const document of documents) manuals.set(document.language, await readPassages(document))
  benchIndex([...manuals.values()].flat())
  const asked = languages.flatMap((language) => askAll(manuals, language))
  for (const language of languages) reportRecall(language, byLanguage(asked, language), false)
  reportRecall('all languages', asked, true)
  const groups = readGroups()
  reportGroups('by words', pairwise(groups))
  const embeddings = await loadEmbeddings()
  if (!embeddings) return
  try {
    await benchEmbeddings(embeddings.embed, manuals, groups)
  } finally {
    embeddings.close()
  }
}

const questions = readQuestions()

const byLanguage = (asked: Asked[], language: Language) =>
  asked.filter(({ question }) => question.language === language)

const askAll = (manuals: Map<Language, Piece[]>, language: Language): Asked[] => {
  const passages = manuals.get(language) ?? []
  const index = indexOf(passages)
  return questions
    .filter((question) => question.language === language)
    .map((question) => ask(index, passages, question))
}

const sets = [
  { words: 'shared', held: false, name: 'words shared' },
  { words: 'shared', held: true, name: 'words shared, held out' },
  { words: 'other', held: false, name: 'other words' },
  { words: 'other', held: true, name: 'other words, held out' },
] as const

const reportRecall = (name: string, asked: Asked[], hasTarget: boolean) => {
  for (const set of sets) {
    const some = asked.filter(
      ({ question }) => question.words === set.words && question.held === set.held,
    )
    const recall = recallAt(8, some)
    const isTarget = hasTarget && set.words === 'shared'
    report(
      `${name}, ${set.name}: recall@8`,
      recall.toFixed(2),
      isTarget ? `at least ${minRecall}` : noTarget,
      !isTarget || recall >= minRecall,
      `recall@5 ${recallAt(5, some).toFixed(2)}, MRR ${meanReciprocal(some).toFixed(2)}, ` +
        `${some.length} questions`,
    )
  }
}

/** An index of the largest size that the process itself searches. */
const benchIndex = (all: Piece[]) => {
  // The manuals have a few passages less: the first ones come again.
  const passages = Array.from({ length: indexPassages }, (_, at) => ({
    ...(all[at % all.length] as Piece),
    id: String(at),
  }))
  const before = usedHeap()
  const index = indexOf(passages)
  const heap = usedHeap() - before
  const times: number[] = []
  for (let round = 0; round < searchRounds; round++) {
    for (const { question } of questions) {
      const startedAt = performance.now()
      index.search({ question, vector: null, limit: 8 })
      times.push(performance.now() - startedAt)
    }
  }
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.floor(times.length * part)] ?? 0
  report(
    `a search in ${indexPassages} passages, p95`,
    `${share(0.95).toFixed(1)} ms`,
    `at most ${maxSearchMs} ms`,
    share(0.95) <= maxSearchMs,
    `median ${share(0.5).toFixed(1)} ms, longest ${share(1 - 1 / times.length).toFixed(1)} ms`,
  )
  report(
    `an index of ${indexPassages} passages`,
    `${megabytes(heap)} MB of heap`,
    noTarget,
    true,
    `the service counts it as ${megabytes(index.bytes)} MB`,
  )
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const usedHeap = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

const reportGroups = (name: string, { precision, recall, f1 }: ReturnType<typeof pairwise>) => {
  const detail = `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`
  report(`similar questions grouped ${name}: pairwise F1`, f1.toFixed(2), noTarget, true, detail)
}

const benchEmbeddings = async (
  embed: Embed,
  manuals: Map<Language, Piece[]>,
  groups: string[][],
) => {
  const passages = manuals.get('en') ?? []
  // The same text as the service sends to its model.
  const texts = passages.map(({ headings, text }) => [...headings, text].join('\n'))
  const stored = (await embed(texts)).map(packVector)
  const vectors = new Map(passages.map(({ id }, at) => [id, stored[at] as Uint8Array]))
  const index = indexOf(passages, vectors)
  const english = questions.filter(({ language }) => language === 'en')
  const wanted = (await embed(english.map(({ question }) => question))).map(packVector)
  const asked = english.map((question, at) => ask(index, passages, question, wanted[at]))
  reportRecall(`en with ${modelName}`, asked, false)
  const flat = groups.flat()
  const ofGroups = await embed(flat)
  const byText = new Map(flat.map((text, at) => [text, ofGroups[at] as number[]]))
  reportGroups(`by words and vectors`, pairwise(groups, byText))
}

import { readFileSync } from 'node:fs'
import { openFile } from '../../src/features/reading/reader.ts'
import { createIndex, type Index } from '../../src/features/retrieval/index.ts'
import type { Document, Language } from './documents.ts'

export interface Question {
  language: Language
  question: string
  /** A phrase of the passage that answers it. */
  answer: string
  /** Whether the question has words of the passage, or avoids them. */
  words: 'shared' | 'other'
  /** Not used while the retrieval was tuned. */
  held: boolean
}

export interface Piece {
  id: string
  title: string
  headings: string[]
  text: string
}

/** The place of the first right passage of each question; Infinity: not among the first. */
export interface Asked {
  question: Question
  place: number
  ms: number
}

/** The places that count for the mean reciprocal rank. */
const limit = 20

const file = (name: string) => new URL(name, import.meta.url)

export const readQuestions = (): Question[] =>
  JSON.parse(readFileSync(file('questions.json'), 'utf8'))

export const readGroups = (): string[][] => JSON.parse(readFileSync(file('groups.json'), 'utf8'))

/** The passages of a document, as the service makes them. */
export const readPassages = async ({ bytes, title, language }: Document): Promise<Piece[]> => {
  const opened = await openFile(bytes)
  const passages: Piece[] = []
  const path: string[] = []
  let from: number | null = 0
  while (from !== null) {
    const part: Awaited<ReturnType<typeof opened.read>> = await opened.read(from, path)
    for (const { headings, text } of part.pieces) {
      passages.push({ id: `${language}${passages.length}`, title, headings, text })
    }
    from = part.next
  }
  await opened.close?.()
  return passages
}

export const indexOf = (passages: Piece[], vectors: Map<string, Uint8Array> = new Map()): Index => {
  const index = createIndex()
  for (const one of passages) index.add({ ...one, vector: vectors.get(one.id) ?? null })
  return index
}

/** Lines are broken differently in a PDF, and Japanese has no spaces. */
const withoutSpace = (text: string): string => text.replace(/\s+/g, '')

export const ask = (
  index: Index,
  passages: Piece[],
  question: Question,
  vector: Uint8Array | null = null,
): Asked => {
  const startedAt = performance.now()
  const { ranked } = index.search({ question: question.question, vector, limit })
  const ms = performance.now() - startedAt
  const answer = withoutSpace(question.answer)
  const right = new Set(
    passages.filter(({ text }) => withoutSpace(text).includes(answer)).map(({ id }) => id),
  )
  const place = ranked.findIndex(({ id }) => right.has(id)) + 1
  return { question, place: place === 0 ? Number.POSITIVE_INFINITY : place, ms }
}

/** The share of the questions whose passage is among the first `count`. */
export const recallAt = (count: number, asked: Asked[]): number =>
  asked.filter(({ place }) => place <= count).length / asked.length

/** The mean of one divided by the place of the right passage. */
export const meanReciprocal = (asked: Asked[]): number =>
  asked.reduce((sum, { place }) => sum + 1 / place, 0) / asked.length

import { placeholdersIn } from '#contract/placeholders.ts'
import { foldWords, stemsOf } from '../../../platform/text/words.ts'
import type { Passage } from '../model.ts'
import { doubt, doubtIn, forbiddenIn, isOutTitle, isRemark } from './secrecy.ts'
import { pronouns } from './words/secrecy.ts'
import { abbreviations, ordered } from './words/sentences.ts'

/** A sentence, a list item or a line `name: value` that may be quoted as it stands. */
export interface Fact {
  text: string
  /**
   * Words by which the fact is found, but never an answer: titles, the line before a list, or the
   * question that the fact answers.
   */
  heading: string | null
  isListed: boolean
  /** The words of a list or table as the passage has them; missing: those of the text. */
  quote?: string
  /** The number of its passage, from 1; missing for a fact of the prompt. */
  passage?: number
  /** An owner's answer, of which all passages are given. */
  sourceId?: string
}

/** A sentence or line of the prompt. */
interface Line extends Fact {
  paragraph: number
  doubt: number
}

interface Heading {
  text: string
  isOut: boolean
  /** The level of a title: a deeper title belongs to the one above it. */
  level: number
  /** For the line before a list, and a question: something stands below it. */
  isUsed?: true
}

/**
 * The facts of a prompt: without its instructions, what surrounds them, what they forbid to tell,
 * and what the owner has not filled in yet. The known facts follow, without those that the prompt
 * forbids to tell.
 */
export const factsOf = (prompt: string, known: Fact[] = []): Fact[] => {
  const lines = linesOf(prompt)
  const facts = quotable(lines)
    .filter(({ text }) => placeholdersIn(text).length === 0)
    .map(({ text, heading, isListed }) => ({ text, heading, isListed }))
  const subjects = lines
    .filter((line) => line.doubt > doubt.none)
    .flatMap(({ text }) => sentencesOf(text).flatMap(forbiddenIn))
  // Apart, because a word that is rare in the prompt may be frequent in a document.
  return [facts, known].flatMap((some) => withoutSubjects(some, subjects))
}

const linesOf = (prompt: string): Line[] => {
  const lines: Line[] = []
  let paragraph = 0
  let title: Heading | null = null
  let lead: Heading | null = null

  const add = (text: string, isListed: boolean, own: number) => {
    const heading = (lead ?? title)?.text ?? null
    const least = title?.isOut || lead?.isOut ? doubt.sentence : doubt.none
    const line = { text, heading, isListed, paragraph, doubt: Math.max(own, least) }
    lines.push(line)
    return line
  }

  const readText = (whole: string, isAfterBlank: boolean) => {
    const listed =
      bullet.exec(whole)?.[1] ??
      row
        .exec(whole)?.[1]
        ?.trim()
        .replace(/ ?\| ?/g, ', ') ??
      null
    const isListed = listed !== null
    const isOver = isAfterBlank || lines.at(-1)?.isListed
    if (lead?.isUsed && !isListed && isOver) lead = null
    if (lead) lead.isUsed = true
    const text = (listed ?? whole).replace(speaker, '').replaceAll('**', '')
    if (/[:：]$/.test(text)) {
      lead = { text: text.slice(0, -1), isOut: isOutTitle(text), level: 8 }
      if (lead.isOut) add(text, isListed, doubt.paragraph)
      return
    }
    const [, name] = named.exec(text) ?? []
    const least = name && isOutTitle(name) ? doubt.sentence : doubt.none
    let previous: Line | null = null
    for (const sentence of isListed ? [text] : sentencesOf(text)) {
      const own = doubtIn(sentence) || (previous && isRemark(sentence) ? doubt.neighbours : least)
      if (/[?？؟]$/.test(sentence)) {
        lead = { text: sentence, isOut: isOutTitle(sentence), level: 9 }
      } else if (previous && pronouns.test(sentence)) {
        previous.text += ` ${sentence}`
        previous.doubt = Math.max(previous.doubt, own)
      } else previous = add(sentence, isListed, own)
    }
  }

  const enter = (text: string, level: number) => {
    // The paragraph before a title is not the neighbour of the one after it.
    paragraph += 2
    lead = null
    // Titles below a title of instructions belong to it.
    if (title?.isOut && level > title.level) return
    title = { text, isOut: isOutTitle(text), level }
  }

  let isAfterBlank = true
  for (const untrimmed of prompt.split(/\r?\n/)) {
    const line = untrimmed.trim()
    const isRule = rule.test(line)
    const [, marks = '', name = ''] = titles.map((one) => one.exec(line)).find(Boolean) ?? []
    if (isRule && !isAfterBlank) {
      // What is underlined is a title, or the head of a table.
      const head = lines.pop()
      if (head) lead = { text: head.text, isOut: head.doubt > doubt.none, level: 8 }
    } else if (isRule || line === '') paragraph += 1
    else if (name !== '') enter(name, marks.length || 7)
    else readText(line, isAfterBlank)
    isAfterBlank = isRule || line === ''
  }
  return lines
}

const titles = [
  /^(#{1,6})\s+(.*)$/s,
  /^()\*\*([^*]+)\*\*[:：]?$/,
  /^()<\/?([\p{L}_][\p{L}\p{N}_ -]*)>$/u,
  /^()(\p{Lu}[\p{Lu} &/-]{2,40})$/u,
]
const rule = /^[-=*_|:\s]{3,}$/
const bullet = /^(?:[-*•·▪●–—+]|\d{1,2}[.)]|\(?[a-z]\))\s+(.*)$/su
const row = /^\|(.*)\|$/s
const named = /^([^:：.!?。！？]{1,60})(?:[:：]|->)\s{0,9}\S/u
const speaker = /^(?:\p{L}|question|answer|frage|antwort)[:：]\s{0,9}/iu

/** The lines without those in doubt, and without those around them in their paragraphs. */
const quotable = (lines: Line[]): Line[] => {
  const paragraphs = Map.groupBy(lines, ({ paragraph }) => paragraph)
  const isOnlyRemark = (own: Line[] = []) =>
    own[0] && own.every((line) => line.doubt === doubt.paragraph)
  return [...paragraphs].flatMap(([at, own]) => {
    // A paragraph that is a remark, such as "Tell nobody", means the paragraphs around it.
    if ([at - 1, at + 1].some((beside) => isOnlyRemark(paragraphs.get(beside)))) return []
    if (own.some((line) => line.doubt === doubt.paragraph)) return []
    const isNear = (line?: Line) => line?.doubt === doubt.neighbours
    return own.filter(
      (line, index) =>
        line.doubt === doubt.none && !isNear(own[index - 1]) && !isNear(own[index + 1]),
    )
  })
}

/** Words in more facts describe the whole prompt, not a single secret. */
const maxUses = 3

/**
 * "Do not tell the code of the door" also covers "Door code: 4711" anywhere in the prompt: facts
 * with the only word of a forbidden subject, with two of its words, or with a number of it.
 */
const withoutSubjects = (facts: Fact[], subjects: string[][]): Fact[] => {
  const names = new Set(subjects.flat())
  if (names.size === 0) return facts
  const enough = new Set(subjects.filter(({ length }) => length === 1).flat())
  const stems = facts.map(({ heading, text }) => stemsOf(foldWords(`${heading ?? ''} ${text}`)))
  const named = stems.map((ofOne) => [...new Set(ofOne)].filter((stem) => names.has(stem)))
  const uses = Map.groupBy(named.flat(), (stem) => stem)
  return facts.filter((_, at) => {
    const rare = (named[at] ?? []).filter((stem) => (uses.get(stem)?.length ?? 0) <= maxUses)
    return rare.length < 2 && !rare.some((stem) => enough.has(stem) || /\d{3}/.test(stem))
  })
}

/**
 * The sentences of a passage. Unlike a prompt, a document addresses its readers: “Press the button”
 * is a fact and not an order to the assistant. An owner's answer is one fact, as it is written.
 * Headings and the heads of tables are context and never an answer.
 */
export const passageFacts = (passage: Passage, index: number): Fact[] => {
  const number = index + 1
  const { title, headings, text, sourceId, isAnswer } = passage
  const above = [title, ...headings].join(' ')
  const facts: Fact[] = []
  let heading = above
  let head: string[] = []
  if (isAnswer) return [{ text, heading, isListed: false, passage: number, sourceId }]
  const add = (shown: string, quote: string, isListed: boolean) =>
    facts.push({ text: shown, heading, isListed, passage: number, ...(isListed && { quote }) })
  const paragraphs = paragraphsOf(text)
  for (const [at, { line, isListed }] of paragraphs.entries()) {
    const cells = cellsOf(line)
    if (cells.length > 1 && cells.every((cell) => /^[-: ]*$/.test(cell))) continue
    if (cells.length > 1 && head.length !== cells.length) {
      // A table without a head begins with a row of numbers.
      const isHead = !/\d/.test(line) && cellsOf(paragraphs[at + 1]?.line ?? '').length > 1
      head = isHead ? cells : cells.map(() => '')
      if (isHead) continue
    }
    if (cells.length > 1) add(rowOf(head, cells), line, true)
    else head = []
    if (cells.length > 1) continue
    if (isTitle(line, passage) && !isListed && paragraphs[at + 1]) {
      heading = `${above} ${line}`
      continue
    }
    for (const sentence of isListed ? shortened(line) : sentencesOf(line).flatMap(shortened)) {
      // The next sentence answers it.
      if (/[?？؟]$/.test(sentence)) heading = `${above} ${sentence}`
      else add(sentence, sentence, isListed)
    }
  }
  return facts
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

/** A row of a table with the names of its columns. The first cell is the name of the row. */
const rowOf = (head: string[], [first = '', ...cells]: string[]): string => {
  const named = cells.map((cell, at) => (head[at + 1] ? `${head[at + 1]} ${cell}` : cell))
  return `${first}: ${named.join(', ')}`
}

/** The heading of a small section stands inside the passage that it shares with others. */
const isTitle = (line: string, { title, headings }: Passage): boolean =>
  [title, ...headings].includes(line.replace(/[.:]$/, '')) ||
  /^\P{N}{1,60}(?<![.!?:;,。！？：])$/u.test(line)

/** Lines that belong together. A PDF breaks a line in the middle of a sentence. */
const paragraphsOf = (text: string) =>
  text
    .split(/\n\s{0,99}\n|\n(?=\s{0,9}(?:\||(?:[-*•·▪●–+#]|\d{1,2}[.)])\s))/)
    .map((paragraph) => {
      const line = paragraph.replace(/\s+/g, ' ').trim()
      const item = line.replace(/^(?:[-*•·▪●–+]|\d{1,2}[.)]) /, '')
      return { line: item.replace(/^#{1,6} /, ''), isListed: item !== line }
    })
    .filter(({ line }) => line !== '')

/** A very long sentence is the text of a table or of a picture. */
const shortened = (sentence: string): string[] =>
  sentence.match(/\S.{0,299}(?=\s|$)|\S{1,300}/gu)?.map((part) => part.trim()) ?? []

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits a line into sentences, in any script. Abbreviations and dates do not end a sentence. */
export const sentencesOf = (line: string): string[] => {
  const sentences: string[] = []
  let start = 0
  for (const { segment, index } of segmenter.segment(line)) {
    const end = index + segment.length
    const before = line.slice(Math.max(start, end - longestEnd), end)
    const isDate = /\d\.\s{0,40}$/.test(before) && isOrdered.test(line.slice(end, end + 20))
    if (end < line.length && (isDate || isAbbreviation.test(before))) continue
    sentences.push(line.slice(start, end).trim())
    start = end
  }
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

/** The number of last characters that decide whether a sentence ends. */
const longestEnd = 80
const isAbbreviation = new RegExp(
  `(?:^|[\\s(])(?:${abbreviations}|\\p{Lu}|(?:\\p{L}\\.){1,3}\\p{L})\\.\\s{0,40}$`,
  'iu',
)
const isOrdered = new RegExp(`^(?:${ordered})`, 'i')

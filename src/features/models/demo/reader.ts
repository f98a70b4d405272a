import {
  above,
  announces,
  backwards,
  continues,
  refersBack,
  speaker,
} from './languages/references.ts'
import { isLimited, isOrder, isOutTitle, type Nature, natureOf, subjectOf } from './marks.ts'
import { unitsOf } from './search.ts'
import { sentencesOf } from './sentences.ts'

export interface Sentence {
  text: string
  heading: string | null
  isListed: boolean
  nature: Nature
  /** Must not be told: an order or a prohibition, or covered by one. */
  isOut: boolean
}

/** The heading above a line. */
interface Heading {
  text: string
  isOut: boolean
  /** The level of a title: a deeper title belongs to the one above it. */
  level: number
  /** For the line before a list, or a question: what it has covered until now. */
  covered?: 'list' | 'text'
}

/** Reads paragraphs, lists, tables, titles, and questions with their answers. */
export const readSentences = (prompt: string): Sentence[] => {
  const sentences: Sentence[] = []
  let title: Heading | null = null
  let lead: Heading | null = null
  /**
   * The sentences that a remark such as "keep this secret" can refer to: a line, or a whole list.
   */
  let block: Sentence[] = []
  let isAfterBlank = false
  let isList = false

  const enter = (text: string, level: number): void => {
    lead = null
    block = []
    // Titles below a title of instructions belong to it.
    if (title?.isOut && level > title.level) return
    title = { text, isOut: isOutTitle(text), level }
  }

  const add = (text: string, isListed: boolean, nature: Nature): Sentence => {
    const heading = lead?.text ?? title?.text ?? null
    const isOut = lead?.isOut === true || title?.isOut === true || nature !== 'fact'
    const sentence = { text: text.replaceAll('**', ''), heading, isListed, nature, isOut }
    sentences.push(sentence)
    return sentence
  }

  const readSentence = (text: string, isListed: boolean, line: Sentence[]): void => {
    if (isQuestion.test(text)) {
      lead = { text, isOut: lead?.isOut || isOutTitle(text), level: 9 }
      return
    }
    const previous = line.at(-1)
    // "That is not for the newspapers" restricts the sentence before it, regardless of its words.
    const isRemark = previous && refersBack(text) && !continues.test(text) && isLimited(text)
    const isMarked = isRemark || remarksIn(text).some(isOutTitle)
    const nature = isMarked ? 'prohibition' : natureOf(text)
    if (nature === 'prohibition') {
      for (const one of meant(text, previous || isListed ? line : block)) one.isOut = true
    }
    // "Staff only" without a full stop is a title.
    const isTitle = nature !== 'fact' && !previous && !isListed && isShort(text) && !stop.test(text)
    if (isTitle || (nature !== 'fact' && announces.test(text)))
      lead = { text, isOut: true, level: 8 }
    if (previous && continues.test(text)) {
      // "It is open until ten" has no meaning without the sentence before it.
      previous.text = `${previous.text} ${text}`
      previous.isOut ||= nature !== 'fact'
      return
    }
    const sentence = add(text, isListed, nature)
    sentence.isOut ||= previous?.nature === 'prohibition' && refersBack(text)
    line.push(sentence)
  }

  const readText = (whole: string): void => {
    const listed = bullet.exec(whole)?.[1] ?? rowOf(whole)
    const isListed = listed !== null
    if (!isListed && lead && endsLead(lead, isAfterBlank)) lead = null
    if (lead) lead.covered = isListed ? 'list' : 'text'
    const text = (listed ?? whole).replace(speaker, '')
    if (/[:：]$/.test(text)) {
      const name = text.slice(0, -1)
      lead = { text: name, isOut: (isListed && lead?.isOut) || isOutTitle(name), level: 8 }
      if (lead.isOut) add(text, isListed, natureOf(text))
      block = []
      return
    }
    const line: Sentence[] = []
    for (const sentence of sentencesOf(text)) readSentence(sentence, isListed, line)
    if (isListed && isList) block.push(...line)
    else block = line
    isList = isListed
  }

  for (const untrimmed of prompt.split(/\r?\n/)) {
    const line = untrimmed.trim()
    const isRule = rule.test(line)
    const heading = isRule ? null : titleIn(line)
    if (heading?.isEnd) title = null
    else if (heading) enter(heading.text, heading.level)
    else if (line !== '' && !isRule) readText(line)
    isAfterBlank = line === '' || isRule
  }
  return sentences
}

/** Whether a line outside a list ends the range of the heading. */
const endsLead = ({ isOut, text, covered }: Heading, isAfterBlank: boolean): boolean =>
  isAfterBlank || (!isOut && (covered === 'list' || (covered === 'text' && isQuestion.test(text))))

const titles = [
  /^(#{1,6})\s+(.*)$/s,
  /^()\*\*([^*]+)\*\*[:：]?$/,
  /^()\[([^\]]+)\]$/,
  /^()(\p{Lu}[\p{Lu} &/-]{2,40})$/u,
]
const tag = /^<(\/?)([\p{L}_][\p{L}\p{N}_ -]*)>$/u
const rule = /^[-=*_|:\s]{3,}$/
const bullet = /^(?:[-*•·▪●–—+]|\d{1,2}[.)]|\(?[a-z]\))\s+(.*)$/su
const isQuestion = /[?？؟](?:\s{0,9}[(（][^()（）]{0,80}[)）])?$/

const titleIn = (line: string) => {
  const [, slash, name] = tag.exec(line) ?? []
  if (name) return { text: name, level: 0, isEnd: slash === '/' }
  const [, marks = '', text] = titles.map((title) => title.exec(line)).find(Boolean) ?? []
  return text ? { text, level: marks.length || 7, isEnd: false } : null
}

/** The cells of a row of a table. */
const rowOf = (line: string): string | null =>
  /^\|.*\|$/s.test(line)
    ? line
        .slice(1, -1)
        .replace(/ ?\| ?/g, ', ')
        .trim()
    : null

/** Remarks in brackets: "The door is open (staff only)". */
const remarksIn = (sentence: string): string[] =>
  [...sentence.matchAll(/[([（［]([^()[\]（）［］]{1,60})[)\]）］]/g)].map(
    ([, remark = '']) => remark,
  )

/**
 * The earlier sentences that a prohibition refers to. A prohibition that begins with "this" refers
 * to all of them; a short one without a name or number, such as "Strictly confidential", to the
 * last one.
 */
const meant = (prohibition: string, before: Sentence[]): Sentence[] => {
  // "A secret: the wine is from a box" refers to the words after the colon.
  const [, name = ''] = /^([^:：]{1,60})[:：]\s{0,9}\S/u.exec(prohibition) ?? []
  if (natureOf(name) === 'prohibition') return []
  if (refersBack(prohibition) || above.test(prohibition)) return before
  if (!isBare(prohibition)) return []
  return before.every(({ isListed }) => isListed) ? before : before.slice(-1)
}

const isBare = (prohibition: string): boolean => {
  const subject = subjectOf(prohibition)
  const units = unitsOf(subject)
  if (units.length === 0 || (units.length <= 2 && backwards.test(subject))) return true
  if (/\d|\p{Lu}{3}/u.test(prohibition)) return false
  return isShort(prohibition) || (units.length <= 3 && !isOrder(prohibition))
}

/** A sentence in Chinese or Japanese is one word here, and counts as short. */
const isShort = (text: string): boolean => text.split(/\s+/).length <= 5

const stop = /[.!。！)）]$/

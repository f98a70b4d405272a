import {
  announcesMore,
  isInstructionTitle,
  type Nature,
  natureOf,
  subjectOf,
} from './instructions.ts'
import { unitsOf } from './search.ts'
import { isBareSecrecy, remarksIn } from './secrecy.ts'
import { sentencesOf } from './sentences.ts'

export interface Sentence {
  text: string
  heading: string | null
  isListed: boolean
  nature: Nature
  /** Not to be told: an instruction, or covered by one. */
  isOut: boolean
}

/** What a line stands under. */
interface Heading {
  text: string
  isOut: boolean
  /** Of titles: the smaller, the more they cover. */
  level: number
  /** Of the line before a list, or a question: what it stood over so far. */
  covered?: 'list' | 'text'
}

/** Paragraphs, lists, titles, and questions with their answers, as people write prompts. */
export const readSentences = (prompt: string): Sentence[] => new Reader().read(prompt)

class Reader {
  private readonly sentences: Sentence[] = []
  private title: Heading | null = null
  private lead: Heading | null = null
  /** Of the same paragraph. */
  private previous: Sentence | null = null
  private isAfterBlank = false

  read(prompt: string): Sentence[] {
    for (const line of prompt.split(/\r?\n/)) {
      this.readLine(line.trim())
      // What is left unread may forbid what was read.
      if (this.sentences.length > mostSentences) return []
    }
    return this.sentences
  }

  private readLine(line: string): void {
    const isRule = rule.test(line)
    if (isRule) this.turnIntoTitle()
    else if (line !== '' && !this.readTitle(line)) this.readText(line)
    this.isAfterBlank = line === '' || isRule
    if (this.isAfterBlank) this.previous = null
  }

  /** A line with a rule under it. */
  private turnIntoTitle(): void {
    if (!this.previous || this.previous.text.length > longestTitle) return
    this.sentences.pop()
    this.enter(this.previous.text, 2)
  }

  private readTitle(line: string): boolean {
    const [, isClosing, name] = tag.exec(line) ?? []
    const [, marks = '', text = name] = titles.map((title) => title.exec(line)).find(Boolean) ?? []
    if (!text) return false
    if (isClosing) this.title = null
    else this.enter(withoutMarks(text), name ? 0 : marks.length || 7)
    return true
  }

  private enter(text: string, level: number): void {
    this.lead = null
    this.previous = null
    // What stands under a title of instructions belongs to them, titles included.
    if (this.title?.isOut && level > this.title.level) return
    this.title = { text, isOut: isInstructionTitle(text), level }
  }

  private readText(line: string): void {
    const [, listed] = bullet.exec(line) ?? []
    const isListed = listed !== undefined
    if (!isListed && this.lead && this.endsLead(this.lead)) this.lead = null
    if (this.lead) this.lead.covered = isListed ? 'list' : 'text'
    const text = (listed ?? line).replace(speaker, '')
    if (/[:：]$/.test(text)) {
      this.readLead(text, isListed)
      return
    }
    const [first = '', ...others] = sentencesOf(text).slice(0, mostSentences + 2)
    this.readSentence(first, isListed, false)
    for (const sentence of others) this.readSentence(sentence, isListed, true)
  }

  /** Whether another line that is not of a list does not belong to it any more. */
  private endsLead({ isOut, text, covered }: Heading): boolean {
    if (this.isAfterBlank) return true
    // What instructions are over is not left before a blank line.
    if (isOut) return false
    return covered === 'list' || (covered === 'text' && isQuestion.test(text))
  }

  private readLead(line: string, isListed: boolean): void {
    const text = line.slice(0, -1)
    const isOut = (isListed && this.lead?.isOut) || isInstructionTitle(text)
    this.lead = { text, isOut, level: 8 }
    if (isOut) this.add(line, isListed, natureOf(line))
  }

  private readSentence(text: string, isListed: boolean, isSameLine: boolean): void {
    if (isQuestion.test(text)) {
      this.lead = { text, isOut: this.lead?.isOut || natureOf(text) !== 'fact', level: 9 }
      return
    }
    const { previous } = this
    const isBare = isBareSecrecy(text)
    const isMarked = remarksIn(text).some(isInstructionTitle)
    const nature = isBare || isMarked ? 'prohibition' : natureOf(text)
    // Items of a list stand alone.
    const isNext = isSameLine || !isListed
    const isBack = isBare ? isNext : pointsBack(subjectOf(text), isNext && nature === 'prohibition')
    if (nature !== 'fact' && previous && isBack) previous.isOut = true
    // "Staff only" without a stop is a title.
    const isTitle = isBare && !/[.!。！]$/.test(text)
    if (isTitle || (nature !== 'fact' && announcesMore(text)))
      this.lead = { text, isOut: true, level: 8 }
    if (previous && isSameLine && continues.test(text)) {
      // "It is open until ten" says nothing without the sentence before it.
      previous.text = `${previous.text} ${text}`
      previous.isOut ||= nature !== 'fact'
      return
    }
    const sentence = this.add(text, isListed, nature)
    sentence.isOut ||= previous?.nature === 'prohibition' && refersBack.test(text)
  }

  private add(text: string, isListed: boolean, nature: Nature): Sentence {
    const isCovered = this.lead?.isOut === true || this.title?.isOut === true
    const sentence = {
      text: text.replaceAll('**', ''),
      heading: this.lead?.text ?? this.title?.text ?? null,
      isListed,
      nature,
      isOut: isCovered || nature !== 'fact',
    }
    this.sentences.push(sentence)
    this.previous = sentence
    return sentence
  }
}

const longestTitle = 60
/** In a prompt of 32,000 characters more would have no words in them. */
const mostSentences = 2000
const titles = [
  /^(#{1,6})\s+(.*)$/s,
  /^()\*\*([^*]+)\*\*[:：]?$/,
  /^()__([^_]+)__[:：]?$/,
  /^()\[([^\]]+)\]$/,
  /^()(\p{Lu}[\p{Lu} &/-]{2,40})$/u,
]
/** `## Menu ##` is a title as well. */
const withoutMarks = (title: string): string => {
  let end = title.length
  while (title[end - 1] === '#') end -= 1
  return title.slice(0, end).trimEnd() || title
}

const tag = /^<(\/?)([\p{L}_][\p{L}\p{N}_ -]*)>$/u
const rule = /^[-=*_|:\s]{3,}$/
const bullet = /^(?:[-*•·▪●–—+]|\d{1,2}[.)]|\(?[a-z]\))\s+(.*)$/su
const isQuestion = /[?？؟]$/

/** In lists of questions and answers. */
const speaker = new RegExp(
  `^(?:${[
    'q|question|frage|f|pregunta|domanda|pytanie|soru|问|問|س',
    'a|answer|antwort|respuesta|réponse|r|risposta|resposta|odpowiedź|cevap|答|ج',
  ].join('|')})[:：]\\s{0,9}`,
  'iu',
)

/** The beginning of a sentence that says nothing without the one before it. */
const continues = new RegExp(
  [
    "^(?:it|its|it's|they|their|es|er)\\b",
    `^(?:this|that|these|those|das|dies|diese[rs]?) (?:${[
      'is|are|was|applies|includes|means|can|will|costs?',
      'ist|sind|gilt|gelten|kann|wird|kostet|steht',
    ].join('|')})\\b`,
    '^(?:它|其|それ|これ|وهو|وهي)',
  ].join('|'),
  'iu',
)

/** The beginning of one that may speak of the one before it. */
const refersBack = new RegExp(
  `^(?:${[
    "it|its|it's|they|their|this|that|these|those|he|she|es|er|das|diese?[rsnm]?|sie",
    'este|esta|esto|cette|ce|cela|questo|questa|ten|ta|to|bu',
  ].join('|')})\\b|^(?:它|这|该|其|それ|これ|この|その|هذا|هذه|وهو|وهي)`,
  'iu',
)

/** "Do not tell anyone about it": what was just said is meant. */
const pointsBack = (subject: string, isNext: boolean): boolean => {
  const units = unitsOf(subject)
  if (units.length === 0 && isNext) return true
  return units.length <= 2 && backwards.test(subject)
}

const backwards = new RegExp(
  [
    '\\b(?:it|this|these|those|them|dies\\w{0,30}|davon|daruber|ello|esto|eso|cela|isso|isto|questo)\\b',
    '\\b(?:bunu|bundan|tym|tego)\\b|ذلك|هذا|هذه|这|此事|この|これ|それ',
    '\\b(?:that|das|es|lo|ca|to)\\W{0,9}$',
  ].join('|'),
)

import {
  announcesMore,
  isInstruction,
  isInstructionTitle,
  isProhibition,
  subjectOf,
} from './instructions.ts'
import { termsOf, unitsOf } from './search.ts'
import { sentencesOf } from './sentences.ts'

/** A sentence of a prompt that may be read out as it stands. */
export interface Fact {
  text: string
  /** What it stands under: a title, the line before a list, or the question that it answers. */
  heading: string | null
  isListed: boolean
}

interface Sentence extends Fact {
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

/** The sentences that tell something, without those that instruct and those they forbid to tell. */
export const factsOf = (prompt: string): Fact[] => {
  const sentences = new Reader().read(prompt)
  const forbidden = sentences.filter(({ text }) => isProhibition(text)).map(({ text }) => text)
  const isForbidden = forbiddenBy(forbidden)
  return sentences
    .filter(({ isOut, text, heading }) => !isOut && !isForbidden(`${heading ?? ''} ${text}`))
    .map(({ text, heading, isListed }) => ({ text, heading, isListed }))
}

/**
 * "Do not tell the code of the door" also covers "Door code: 4711", wherever that stands: what has
 * most of the words of what must not be told is not told.
 */
const forbiddenBy = (prohibitions: string[]) => {
  const subjects = prohibitions.map((text) => unitsOf(subjectOf(text)))
  return (text: string): boolean => {
    const terms = new Set(termsOf(text))
    return subjects.some((units) => {
      const shared = units.filter((unit) => [...unit.keys()].some((term) => terms.has(term)))
      // A code or a number that is a secret is one in every sentence.
      if (shared.some((unit) => [...unit.keys()].some((term) => /\d.*\d.*\d/.test(term))))
        return true
      return shared.length > units.length / 2
    })
  }
}

const titles = [
  /^(#{1,6})\s+(.+?)\s*#*$/,
  /^()\*\*([^*]+)\*\*[:：]?$/,
  /^()__([^_]+)__[:：]?$/,
  /^()\[([^\]]+)\]$/,
  /^()(\p{Lu}[\p{Lu} &/-]{2,40})$/u,
]
const bullet = /^(?:[-*•·▪●–—+]|\d{1,2}[.)]|\(?[a-z]\))\s+(.*)$/u
const rule = /^[-=*_|:\s]{3,}$/
const tag = /^<(\/?)([\p{L}_][\p{L}\p{N}_ -]*)>$/u
/** In lists of questions and answers. */
const speaker = new RegExp(
  `^(?:${[
    'q|question|frage|f|pregunta|domanda|pytanie|soru|问|問|س',
    'a|answer|antwort|respuesta|réponse|r|risposta|resposta|odpowiedź|cevap|答|ج',
  ].join('|')})[:：]\\s*`,
  'iu',
)

class Reader {
  private readonly sentences: Sentence[] = []
  private title: Heading | null = null
  private lead: Heading | null = null
  private isAfterBlank = false

  read(prompt: string): Sentence[] {
    for (const line of prompt.split(/\r?\n/)) this.readLine(line.trim())
    return this.sentences
  }

  private readLine(line: string): void {
    if (line === '' || rule.test(line)) {
      this.isAfterBlank = true
      return
    }
    if (!this.readTitle(line)) this.readText(line)
    this.isAfterBlank = false
  }

  private readTitle(line: string): boolean {
    const [, isClosing, name] = tag.exec(line) ?? []
    const [, marks = '', text = name] = titles.map((title) => title.exec(line)).find(Boolean) ?? []
    if (!text) return false
    const level = name ? 0 : marks.length || 7
    // What stands under a title of instructions belongs to them, titles included.
    const isInside = this.title?.isOut === true && level > this.title.level
    const isOut = isInside || isInstructionTitle(text)
    this.lead = null
    if (isClosing) this.title = null
    else if (!isInside) this.title = { text, isOut, level }
    return true
  }

  private readText(line: string): void {
    const [, listed] = bullet.exec(line) ?? []
    const isListed = listed !== undefined
    if (!isListed && this.lead && this.endsLead(this.lead)) this.lead = null
    if (this.lead) this.lead.covered = isListed ? 'list' : 'text'
    const text = (listed ?? line).replace(speaker, '')
    if (/[:：]$/.test(text)) {
      const isOut = (isListed && this.lead?.isOut) || isInstructionTitle(text.slice(0, -1))
      this.lead = { text: text.slice(0, -1), isOut, level: 8 }
      if (isOut) this.add(text, isListed)
      return
    }
    let previous: Sentence | null = null
    for (const sentence of sentencesOf(text))
      previous = this.readSentence(sentence, isListed, previous)
  }

  /** Whether another line that is not of a list does not belong to it any more. */
  private endsLead({ isOut, text, covered }: Heading): boolean {
    if (this.isAfterBlank) return true
    // What instructions are over is not left before a blank line.
    if (isOut) return false
    return covered === 'list' || (covered === 'text' && isQuestion.test(text))
  }

  private readSentence(text: string, isListed: boolean, previous: Sentence | null): Sentence {
    if (isQuestion.test(text)) {
      this.lead = { text, isOut: this.lead?.isOut || isInstruction(text), level: 9 }
      return this.add(text, isListed, true)
    }
    const isOut = isInstruction(text)
    if (previous && isOut && isProhibition(text) && pointsBack(subjectOf(text))) {
      previous.isOut = true
    }
    if (isOut && announcesMore(text)) this.lead = { text, isOut: true, level: 8 }
    if (previous?.isOut && refersBack.test(text)) return this.add(text, isListed, true)
    if (!previous || !continues.test(text)) return this.add(text, isListed, isOut)
    // "It is open until ten" says nothing without the sentence before it.
    previous.text = `${previous.text} ${text}`
    previous.isOut ||= isOut
    return previous
  }

  private add(text: string, isListed: boolean, isOut = false): Sentence {
    const sentence = {
      text: text.replaceAll('**', ''),
      heading: this.lead?.text ?? this.title?.text ?? null,
      isListed,
      isOut: isOut || this.lead?.isOut === true || this.title?.isOut === true,
    }
    this.sentences.push(sentence)
    return sentence
  }
}

const isQuestion = /[?？؟]$/

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
const pointsBack = (subject: string): boolean => {
  const units = unitsOf(subject)
  return units.length === 0 || (units.length <= 2 && backwards.test(subject))
}

const backwards = new RegExp(
  [
    '\\b(?:it|this|these|those|them|dies\\w*|davon|daruber|ello|cela|isso|isto|questo|bunu)\\b',
    '\\b(?:that|das|es|lo|ca|to)\\W*$',
  ].join('|'),
)

import type { OwnerLanguage } from '#contract/languages.ts'
import { type Choice, layOut, type Message, oneLine } from '../../platform/mail/layout.ts'
import type { Reader } from '../../platform/mail/mail.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    unansweredQuestions: Unanswered
  }
}

interface Unanswered {
  organizationName: string
  /** When the first and the last of the questions were asked. */
  from: number
  until: number
  reader: Reader
}

export interface QuotedQuestions {
  /** The newest ones. */
  questions: { conversationId: string; codeName: string; question: string }[]
  count: number
  /** There are more than `count`. */
  isMore: boolean
}

interface QuestionsText extends QuotedQuestions {
  organizationName: string
  linkTo: (conversationId: string) => string
  /** The list of questions without an answer. */
  link: string
  language: OwnerLanguage
  choice: Choice | null
}

const en = {
  subject: (count: string, isOne: boolean, name: string) =>
    isOne ? `An unanswered question for ${name}` : `${count} unanswered questions for ${name}`,
  intro: (count: string, isOne: boolean) =>
    isOne
      ? 'A visitor asked something that your code did not know.'
      : `Visitors asked ${count} questions that your codes did not know.`,
  more: (count: number) => `more than ${count}`,
  newest: (count: number) => `The newest ${count} are listed here.`,
  read: 'Read the conversation',
  open: 'Answer the questions',
  why: (name: string) =>
    `You get this mail because you want to know about unanswered questions for ${name}. It is ` +
    'sent at most every 15 minutes.',
}

const de: typeof en = {
  subject: (count, isOne, name) =>
    isOne ? `Eine unbeantwortete Frage für ${name}` : `${count} unbeantwortete Fragen für ${name}`,
  intro: (count, isOne) =>
    isOne
      ? 'Ein Besucher hat etwas gefragt, was Ihr Code nicht wusste.'
      : `Besucher haben ${count} Fragen gestellt, die Ihre Codes nicht beantworten konnten.`,
  more: (count) => `mehr als ${count}`,
  newest: (count) => `Die neuesten ${count} stehen hier.`,
  read: 'Gespräch lesen',
  open: 'Fragen beantworten',
  why: (name) =>
    `Sie erhalten diese Mail, weil Sie von unbeantworteten Fragen für ${name} erfahren möchten. ` +
    'Sie wird höchstens alle 15 Minuten gesendet.',
}

const words: Record<OwnerLanguage, typeof en> = { en, de }

export const unansweredMail = (text: QuestionsText): Message => {
  const { questions, count, isMore, linkTo, language, choice, link } = text
  const said = words[language]
  const name = oneLine(text.organizationName)
  const counted = isMore ? said.more(count) : String(count)
  const isOne = count === 1
  const subject = said.subject(counted, isOne, name)
  return layOut({
    language,
    choice,
    subject: subject.charAt(0).toUpperCase() + subject.slice(1),
    paragraphs: [
      said.intro(counted, isOne),
      ...(count > questions.length ? [said.newest(questions.length)] : []),
    ],
    lists: questions.map(({ conversationId, codeName, question }) => ({
      title: oneLine(codeName),
      lines: [{ text: oneLine(question) }, { text: said.read, link: linkTo(conversationId) }],
    })),
    button: { label: said.open, link },
    footnote: said.why(name),
  })
}

import type { OwnerLanguage } from '#contract/languages.ts'
import { type Choice, layOut, type Message, oneLine } from '../../platform/mail/layout.ts'
import type { Reader } from '../../platform/mail/mail.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    /** Mails that an earlier version queued have their quotes. */
    badRatings: BadRatings | (BadRatings & QuotedRatings)
  }
}

export interface BadRatings {
  organizationName: string
  /** The ratings that are listed; without a message it is the rating of the conversation. */
  rated: { conversationId: string; messageId: string | null }[]
  /** Ratings that are not listed. */
  others: number
  reader: Reader
}

export interface QuotedRatings {
  ratings: { conversationId: string; codeName: string; question: string; comment: string }[]
}

interface RatingsText extends Pick<BadRatings, 'organizationName' | 'others'>, QuotedRatings {
  linkTo: (conversationId: string) => string
  /** The list of badly rated conversations. */
  link: string
  language: OwnerLanguage
  choice: Choice | null
}

const words = {
  en: {
    subject: (count: number, name: string) =>
      count === 1 ? `A bad rating for ${name}` : `${count} bad ratings for ${name}`,
    intro: (count: number) =>
      count === 1 ? 'A visitor rated an answer as bad.' : `Visitors rated ${count} answers as bad.`,
    question: (question: string) => `Question: “${question}”`,
    comment: (comment: string) => `Comment: “${comment}”`,
    read: 'Read the conversation',
    newest: (count: number) => `The newest ${count} are listed here.`,
    open: 'Open the badly rated conversations',
    why: (name: string) =>
      `You get this mail because you want to know about bad ratings for ${name}. It is sent at ` +
      'most once an hour.',
  },
  de: {
    subject: (count: number, name: string) =>
      count === 1
        ? `Eine schlechte Bewertung für ${name}`
        : `${count} schlechte Bewertungen für ${name}`,
    intro: (count: number) =>
      count === 1
        ? 'Ein Besucher hat eine Antwort schlecht bewertet.'
        : `Besucher haben ${count} Antworten schlecht bewertet.`,
    question: (question: string) => `Frage: „${question}“`,
    comment: (comment: string) => `Kommentar: „${comment}“`,
    read: 'Gespräch lesen',
    newest: (count: number) => `Die neuesten ${count} stehen hier.`,
    open: 'Schlecht bewertete Gespräche öffnen',
    why: (name: string) =>
      `Sie erhalten diese Mail, weil Sie von schlechten Bewertungen für ${name} erfahren möchten. ` +
      'Sie wird höchstens einmal in der Stunde gesendet.',
  },
}

/** Sent for all bad ratings of an hour together. */
export const badRatingsMail = (text: RatingsText): Message => {
  const { ratings, others, linkTo, language, choice, link } = text
  const said = words[language]
  const name = oneLine(text.organizationName)
  const count = ratings.length + others
  return layOut({
    language,
    choice,
    subject: said.subject(count, name),
    paragraphs: [said.intro(count), ...(others > 0 ? [said.newest(ratings.length)] : [])],
    lists: ratings.map(({ conversationId, codeName, question, comment }) => ({
      title: oneLine(codeName),
      lines: [
        ...(question ? [{ text: said.question(oneLine(question)) }] : []),
        ...(comment ? [{ text: said.comment(oneLine(comment)) }] : []),
        { text: said.read, link: linkTo(conversationId) },
      ],
    })),
    button: { label: said.open, link },
    footnote: said.why(name),
  })
}

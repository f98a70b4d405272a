import type { OwnerLanguage } from '#contract/languages.ts'
import {
  layOutMail,
  type MailChoice,
  type MailMessage,
  nameOnOneLine,
} from '../../platform/mail/layout.ts'
import type { MailReader } from '../../platform/mail/mail.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    badRatings: BadRatings
  }
}

export interface BadRatings {
  organizationName: string
  /** The ratings that are listed; without a message it is the rating of the conversation. */
  rated: { conversationId: string; messageId: string | null }[]
  /** Ratings that are not listed. */
  others: number
  reader: MailReader
}

export interface QuotedRatings {
  ratings: { conversationId: string; codeName: string; question: string; comment: string }[]
}

interface RatingsText extends Pick<BadRatings, 'organizationName' | 'others'>, QuotedRatings {
  linkTo: (conversationId: string) => string
  /** The list of badly rated conversations. */
  link: string
  language: OwnerLanguage
  choice: MailChoice | null
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
  fr: {
    subject: (count: number, name: string) =>
      count === 1 ? `Un mauvais avis pour ${name}` : `${count} mauvais avis pour ${name}`,
    intro: (count: number) =>
      count === 1
        ? 'Un visiteur a mal noté une réponse.'
        : `Des visiteurs ont mal noté ${count} réponses.`,
    question: (question: string) => `Question : « ${question} »`,
    comment: (comment: string) => `Commentaire : « ${comment} »`,
    read: 'Lire la conversation',
    newest: (count: number) => `Les ${count} plus récents figurent ici.`,
    open: 'Ouvrir les conversations mal notées',
    why: (name: string) =>
      `Vous recevez cet e-mail parce que vous souhaitez connaître les mauvais avis pour ${name}. ` +
      'Il est envoyé au plus une fois par heure.',
  },
  es: {
    subject: (count: number, name: string) =>
      count === 1 ? `Una mala valoración de ${name}` : `${count} malas valoraciones de ${name}`,
    intro: (count: number) =>
      count === 1
        ? 'Un visitante ha valorado mal una respuesta.'
        : `Los visitantes han valorado mal ${count} respuestas.`,
    question: (question: string) => `Pregunta: «${question}»`,
    comment: (comment: string) => `Comentario: «${comment}»`,
    read: 'Leer la conversación',
    newest: (count: number) => `Aquí figuran las ${count} más recientes.`,
    open: 'Abrir las conversaciones mal valoradas',
    why: (name: string) =>
      `Recibe este correo porque quiere conocer las malas valoraciones de ${name}. Se envía como ` +
      'máximo una vez por hora.',
  },
  it: {
    subject: (count: number, name: string) =>
      count === 1
        ? `Una cattiva valutazione per ${name}`
        : `${count} cattive valutazioni per ${name}`,
    intro: (count: number) =>
      count === 1
        ? 'Un visitatore ha valutato male una risposta.'
        : `I visitatori hanno valutato male ${count} risposte.`,
    question: (question: string) => `Domanda: «${question}»`,
    comment: (comment: string) => `Commento: «${comment}»`,
    read: 'Leggi la conversazione',
    newest: (count: number) => `Qui ci sono le ${count} più recenti.`,
    open: 'Apri le conversazioni valutate male',
    why: (name: string) =>
      `Riceve questa e-mail perché vuole sapere delle cattive valutazioni per ${name}. Viene ` +
      'inviata al massimo una volta all’ora.',
  },
}

/** Sent for all bad ratings of an hour together. */
export const badRatingsMail = (text: RatingsText): MailMessage => {
  const { ratings, others, linkTo, language, choice, link } = text
  const said = words[language]
  const name = nameOnOneLine(text.organizationName)
  const count = ratings.length + others
  return layOutMail({
    language,
    choice,
    subject: said.subject(count, name),
    paragraphs: [said.intro(count), ...(others > 0 ? [said.newest(ratings.length)] : [])],
    lists: ratings.map(({ conversationId, codeName, question, comment }) => ({
      title: nameOnOneLine(codeName),
      lines: [
        ...(question ? [{ text: said.question(nameOnOneLine(question)) }] : []),
        ...(comment ? [{ text: said.comment(nameOnOneLine(comment)) }] : []),
        { text: said.read, link: linkTo(conversationId) },
      ],
    })),
    button: { label: said.open, link },
    footnote: said.why(name),
  })
}

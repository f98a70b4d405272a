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
    unansweredQuestions: Unanswered
  }
}

interface Unanswered {
  organizationName: string
  /** When the first and the last of the questions were asked. */
  from: number
  until: number
  reader: MailReader
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
  choice: MailChoice | null
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

const fr: typeof en = {
  subject: (count, isOne, name) =>
    isOne
      ? `Une question sans réponse pour ${name}`
      : `${count} questions sans réponse pour ${name}`,
  intro: (count, isOne) =>
    isOne
      ? 'Un visiteur a demandé quelque chose que votre code ne savait pas.'
      : `Des visiteurs ont posé ${count} questions auxquelles vos codes n’ont pas su répondre.`,
  more: (count) => `plus de ${count}`,
  newest: (count) => `Les ${count} plus récentes figurent ici.`,
  read: 'Lire la conversation',
  open: 'Répondre aux questions',
  why: (name) =>
    `Vous recevez cet e-mail parce que vous souhaitez connaître les questions sans réponse pour ${name}. ` +
    'Il est envoyé au plus toutes les 15 minutes.',
}

const es: typeof en = {
  subject: (count, isOne, name) =>
    isOne ? `Una pregunta sin respuesta de ${name}` : `${count} preguntas sin respuesta de ${name}`,
  intro: (count, isOne) =>
    isOne
      ? 'Un visitante ha preguntado algo que su código no sabía.'
      : `Los visitantes han hecho ${count} preguntas que sus códigos no supieron responder.`,
  more: (count) => `más de ${count}`,
  newest: (count) => `Aquí figuran las ${count} más recientes.`,
  read: 'Leer la conversación',
  open: 'Responder a las preguntas',
  why: (name) =>
    `Recibe este correo porque quiere conocer las preguntas sin respuesta de ${name}. Se envía como ` +
    'máximo cada 15 minutos.',
}

const it: typeof en = {
  subject: (count, isOne, name) =>
    isOne
      ? `Una domanda senza risposta per ${name}`
      : `${count} domande senza risposta per ${name}`,
  intro: (count, isOne) =>
    isOne
      ? 'Un visitatore ha chiesto qualcosa che il suo codice non sapeva.'
      : `I visitatori hanno fatto ${count} domande a cui i suoi codici non hanno saputo rispondere.`,
  more: (count) => `più di ${count}`,
  newest: (count) => `Qui ci sono le ${count} più recenti.`,
  read: 'Leggi la conversazione',
  open: 'Rispondi alle domande',
  why: (name) =>
    `Riceve questa e-mail perché vuole sapere delle domande senza risposta per ${name}. Viene inviata ` +
    'al massimo ogni 15 minuti.',
}

const words: Record<OwnerLanguage, typeof en> = { en, de, fr, es, it }

export const unansweredMail = (text: QuestionsText): MailMessage => {
  const { questions, count, isMore, linkTo, language, choice, link } = text
  const said = words[language]
  const name = nameOnOneLine(text.organizationName)
  const counted = isMore ? said.more(count) : String(count)
  const isOne = count === 1
  const subject = said.subject(counted, isOne, name)
  return layOutMail({
    language,
    choice,
    subject: subject.charAt(0).toUpperCase() + subject.slice(1),
    paragraphs: [
      said.intro(counted, isOne),
      ...(count > questions.length ? [said.newest(questions.length)] : []),
    ],
    lists: questions.map(({ conversationId, codeName, question }) => ({
      title: nameOnOneLine(codeName),
      lines: [{ text: nameOnOneLine(question) }, { text: said.read, link: linkTo(conversationId) }],
    })),
    button: { label: said.open, link },
    footnote: said.why(name),
  })
}

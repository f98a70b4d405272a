import type { OwnerLanguage } from '#contract/languages.ts'
import {
  type Choice,
  layOut,
  type Message,
  oneLine,
  readableNumber,
  readableTime,
} from '../../platform/mail/layout.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    limitNear: ReachedLimit & ForReader
    limitReached: ReachedLimit & ForReader
  }
}

interface ReachedLimit {
  organizationName: string
  plan: string
  limit: 'scans_per_month' | 'messages_per_month'
  used: number
  maximum: number
  /** The beginning of the next month. */
  until: number
}

interface LimitText extends ReachedLimit {
  /** The page of the plan. */
  link: string
  language: OwnerLanguage
  choice: Choice | null
}

const words = {
  en: {
    counted: { scans_per_month: 'scans', messages_per_month: 'messages' },
    nearSubject: (name: string, what: string) =>
      `${name} has used most of its ${what} for this month`,
    near: (used: string, maximum: string, what: string, plan: string) =>
      `${used} of ${maximum} ${what} this month are used (plan ${plan}).`,
    reachedSubject: (name: string, what: string) =>
      `${name} has used all of its ${what} for this month`,
    reached: (maximum: string, what: string, plan: string) =>
      `All ${maximum} ${what} of this month are used (plan ${plan}).`,
    whenUsedUp: {
      scans_per_month:
        'Nothing stops when you reach the limit: printed codes keep working, and scans are still ' +
        'counted.',
      messages_per_month:
        'When you reach the limit, visitors are told that no more questions can be answered this ' +
        'month. Printed codes keep working.',
    },
    nowUsedUp: {
      scans_per_month:
        'Nothing stops: printed codes keep working, and scans are still counted. If this happens ' +
        'every month, consider a larger plan.',
      messages_per_month:
        'Visitors are told that no more questions can be answered this month. Printed codes keep ' +
        'working.',
    },
    again: (time: string) =>
      `The count starts again on ${time}. The limits of a larger plan apply immediately.`,
    open: 'Open plan and usage',
    owner: 'You get this mail because you are an owner of the organization.',
    chosen: (name: string) =>
      `You get this mail because you want to know when ${name} is close to a limit of its plan.`,
    once: 'It is sent once a month.',
  },
  de: {
    counted: { scans_per_month: 'Scans', messages_per_month: 'Nachrichten' },
    nearSubject: (name: string, what: string) =>
      `${name} hat die meisten ${what} dieses Monats verbraucht`,
    near: (used: string, maximum: string, what: string, plan: string) =>
      `${used} von ${maximum} ${what} dieses Monats sind verbraucht (Tarif ${plan}).`,
    reachedSubject: (name: string, what: string) =>
      `${name} hat alle ${what} dieses Monats verbraucht`,
    reached: (maximum: string, what: string, plan: string) =>
      `Alle ${maximum} ${what} dieses Monats sind verbraucht (Tarif ${plan}).`,
    whenUsedUp: {
      scans_per_month:
        'Wenn die Grenze erreicht ist, geht alles weiter: Gedruckte Codes funktionieren, und Scans ' +
        'werden weiter gezählt.',
      messages_per_month:
        'Wenn die Grenze erreicht ist, erfahren Besucher, dass in diesem Monat keine Fragen mehr ' +
        'beantwortet werden. Gedruckte Codes funktionieren weiter.',
    },
    nowUsedUp: {
      scans_per_month:
        'Alles geht weiter: Gedruckte Codes funktionieren, und Scans werden weiter gezählt. Wenn ' +
        'das jeden Monat geschieht, lohnt sich ein größerer Tarif.',
      messages_per_month:
        'Besucher erfahren, dass in diesem Monat keine Fragen mehr beantwortet werden. Gedruckte ' +
        'Codes funktionieren weiter.',
    },
    again: (time: string) =>
      `Die Zählung beginnt neu am ${time}. Die Grenzen eines größeren Tarifs gelten sofort.`,
    open: 'Tarif und Verbrauch öffnen',
    owner: 'Sie erhalten diese Mail als Inhaber der Organisation.',
    chosen: (name: string) =>
      `Sie erhalten diese Mail, weil Sie erfahren möchten, wenn ${name} eine Grenze des Tarifs fast erreicht.`,
    once: 'Sie wird einmal im Monat gesendet.',
  },
}

const footnoteOf = ({ language, choice, organizationName }: LimitText): string => {
  const { owner, chosen, once } = words[language]
  return `${choice ? chosen(oneLine(organizationName)) : owner} ${once}`
}

/** Sent at 80 percent. */
export const limitNearMail = (text: LimitText): Message => {
  const { language, choice, limit, link } = text
  const said = words[language]
  const what = said.counted[limit]
  const [used, maximum] = [text.used, text.maximum].map((one) => readableNumber(one, language))
  return layOut({
    language,
    choice,
    subject: said.nearSubject(oneLine(text.organizationName), what),
    paragraphs: [
      said.near(used ?? '', maximum ?? '', what, text.plan),
      said.whenUsedUp[limit],
      said.again(readableTime(text.until, language)),
    ],
    button: { label: said.open, link },
    footnote: footnoteOf(text),
  })
}

export const limitReachedMail = (text: LimitText): Message => {
  const { language, choice, limit, link } = text
  const said = words[language]
  const what = said.counted[limit]
  return layOut({
    language,
    choice,
    subject: said.reachedSubject(oneLine(text.organizationName), what),
    paragraphs: [
      said.reached(readableNumber(text.maximum, language), what, text.plan),
      said.nowUsedUp[limit],
      said.again(readableTime(text.until, language)),
    ],
    button: { label: said.open, link },
    footnote: footnoteOf(text),
  })
}

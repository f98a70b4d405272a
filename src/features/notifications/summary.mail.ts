import type { OwnerLanguage } from '#contract/languages.ts'
import {
  layOutMail,
  type MailChoice,
  type MailMessage,
  nameOnOneLine,
  readableDay,
} from '../../platform/mail/layout.ts'
import type { MailReader } from '../../platform/mail/mail.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    summary: Summary
  }
}

/** A summary is a list of sections, of the last complete day or week before `dueAt`. */
interface Summary {
  organizationName: string
  interval: 'daily' | 'weekly'
  dueAt: number
  timeZone: string
  reader: MailReader
}

export interface SummaryContents {
  /** The first and the last day, such as `2026-11-09`. */
  firstDay: string
  lastDay: string
  sections: SummarySection[]
}

/** The texts are in the language of the reader. */
export interface SummarySection {
  title: string
  /** `path` is the page of the organization in the Studio that the line is about. */
  lines: { text: string; path?: string }[]
}

interface SummaryText extends Pick<Summary, 'organizationName' | 'interval'>, SummaryContents {
  linkTo: (path: string) => string
  /** The insight of the period. */
  link: string
  language: OwnerLanguage
  choice: MailChoice | null
}

const words = {
  en: {
    subject: {
      daily: (name: string) => `${name}: your day`,
      weekly: (name: string) => `${name}: your week`,
    },
    intro: {
      daily: (first: string) => `${first}, compared with the day before.`,
      weekly: (first: string, last: string) =>
        `${first} to ${last}, compared with the week before.`,
    },
    open: 'Open insight',
    why: {
      daily: (name: string) => `You get this mail because you chose a daily summary of ${name}.`,
      weekly: (name: string) => `You get this mail because you chose a weekly summary of ${name}.`,
    },
  },
  de: {
    subject: {
      daily: (name: string) => `${name}: Ihr Tag`,
      weekly: (name: string) => `${name}: Ihre Woche`,
    },
    intro: {
      daily: (first: string) => `${first}, verglichen mit dem Tag davor.`,
      weekly: (first: string, last: string) =>
        `${first} bis ${last}, verglichen mit der Woche davor.`,
    },
    open: 'Auswertung öffnen',
    why: {
      daily: (name: string) =>
        `Sie erhalten diese Mail, weil Sie eine tägliche Zusammenfassung von ${name} gewählt haben.`,
      weekly: (name: string) =>
        `Sie erhalten diese Mail, weil Sie eine wöchentliche Zusammenfassung von ${name} gewählt haben.`,
    },
  },
  fr: {
    subject: {
      daily: (name: string) => `${name} : votre journée`,
      weekly: (name: string) => `${name} : votre semaine`,
    },
    intro: {
      daily: (first: string) => `${first}, par rapport à la veille.`,
      weekly: (first: string, last: string) =>
        `Du ${first} au ${last}, par rapport à la semaine précédente.`,
    },
    open: 'Ouvrir les statistiques',
    why: {
      daily: (name: string) =>
        `Vous recevez cet e-mail parce que vous avez choisi un résumé quotidien de ${name}.`,
      weekly: (name: string) =>
        `Vous recevez cet e-mail parce que vous avez choisi un résumé hebdomadaire de ${name}.`,
    },
  },
  es: {
    subject: {
      daily: (name: string) => `${name}: su día`,
      weekly: (name: string) => `${name}: su semana`,
    },
    intro: {
      daily: (first: string) => `${first}, en comparación con el día anterior.`,
      weekly: (first: string, last: string) =>
        `Del ${first} al ${last}, en comparación con la semana anterior.`,
    },
    open: 'Abrir las estadísticas',
    why: {
      daily: (name: string) => `Recibe este correo porque ha elegido un resumen diario de ${name}.`,
      weekly: (name: string) =>
        `Recibe este correo porque ha elegido un resumen semanal de ${name}.`,
    },
  },
  it: {
    subject: {
      daily: (name: string) => `${name}: la sua giornata`,
      weekly: (name: string) => `${name}: la sua settimana`,
    },
    intro: {
      daily: (first: string) => `${first}, rispetto al giorno precedente.`,
      weekly: (first: string, last: string) =>
        `Da ${first} a ${last}, rispetto alla settimana precedente.`,
    },
    open: 'Apri le statistiche',
    why: {
      daily: (name: string) =>
        `Riceve questa e-mail perché ha scelto un riepilogo giornaliero di ${name}.`,
      weekly: (name: string) =>
        `Riceve questa e-mail perché ha scelto un riepilogo settimanale di ${name}.`,
    },
  },
}

export const summaryMail = (text: SummaryText): MailMessage => {
  const { interval, sections, linkTo, language, choice, link } = text
  const said = words[language]
  const name = nameOnOneLine(text.organizationName)
  const [first, last] = [text.firstDay, text.lastDay].map((day) => readableDay(day, language))
  return layOutMail({
    language,
    choice,
    subject: said.subject[interval](name),
    paragraphs: [said.intro[interval](first ?? '', last ?? '')],
    lists: sections.map(({ title, lines }) => ({
      title,
      lines: lines.map((line) => ({
        text: nameOnOneLine(line.text),
        ...(line.path !== undefined && { link: linkTo(line.path) }),
      })),
    })),
    button: { label: said.open, link },
    footnote: said.why[interval](name),
  })
}

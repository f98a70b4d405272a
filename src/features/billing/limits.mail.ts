import type { OwnerLanguage } from '#contract/languages.ts'
import {
  layOutMail,
  type MailChoice,
  type MailMessage,
  nameOnOneLine,
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
  choice: MailChoice | null
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
  fr: {
    counted: { scans_per_month: 'scans', messages_per_month: 'messages' },
    nearSubject: (name: string, what: string) => `${name} a presque épuisé ses ${what} de ce mois`,
    near: (used: string, maximum: string, what: string, plan: string) =>
      `${used} ${what} sur ${maximum} sont consommés ce mois-ci (formule ${plan}).`,
    reachedSubject: (name: string, what: string) => `${name} a épuisé ses ${what} de ce mois`,
    reached: (maximum: string, what: string, plan: string) =>
      `Les ${maximum} ${what} de ce mois sont tous consommés (formule ${plan}).`,
    whenUsedUp: {
      scans_per_month:
        'Rien ne s’arrête quand la limite est atteinte : les codes imprimés continuent de ' +
        'fonctionner, et les scans sont toujours comptés.',
      messages_per_month:
        'Quand la limite est atteinte, les visiteurs apprennent qu’il n’est plus possible de ' +
        'répondre à des questions ce mois-ci. Les codes imprimés continuent de fonctionner.',
    },
    nowUsedUp: {
      scans_per_month:
        'Rien ne s’arrête : les codes imprimés continuent de fonctionner, et les scans sont ' +
        'toujours comptés. Si cela arrive chaque mois, pensez à une formule plus grande.',
      messages_per_month:
        'Les visiteurs apprennent qu’il n’est plus possible de répondre à des questions ce ' +
        'mois-ci. Les codes imprimés continuent de fonctionner.',
    },
    again: (time: string) =>
      `Le décompte repart à zéro le ${time}. Les limites d’une formule plus grande s’appliquent aussitôt.`,
    open: 'Ouvrir la formule et la consommation',
    owner: 'Vous recevez cet e-mail en tant que propriétaire de l’organisation.',
    chosen: (name: string) =>
      `Vous recevez cet e-mail parce que vous souhaitez savoir quand ${name} approche d’une limite de sa formule.`,
    once: 'Il est envoyé une fois par mois.',
  },
  es: {
    counted: { scans_per_month: 'escaneos', messages_per_month: 'mensajes' },
    nearSubject: (name: string, what: string) =>
      `${name} ha consumido la mayoría de sus ${what} de este mes`,
    near: (used: string, maximum: string, what: string, plan: string) =>
      `Se han consumido ${used} de ${maximum} ${what} de este mes (plan ${plan}).`,
    reachedSubject: (name: string, what: string) =>
      `${name} ha consumido todos sus ${what} de este mes`,
    reached: (maximum: string, what: string, plan: string) =>
      `Se han consumido los ${maximum} ${what} de este mes (plan ${plan}).`,
    whenUsedUp: {
      scans_per_month:
        'Nada se detiene al llegar al límite: los códigos impresos siguen funcionando, y los ' +
        'escaneos se siguen contando.',
      messages_per_month:
        'Al llegar al límite, los visitantes leen que este mes ya no se pueden responder más ' +
        'preguntas. Los códigos impresos siguen funcionando.',
    },
    nowUsedUp: {
      scans_per_month:
        'Nada se detiene: los códigos impresos siguen funcionando, y los escaneos se siguen ' +
        'contando. Si ocurre todos los meses, piense en un plan mayor.',
      messages_per_month:
        'Los visitantes leen que este mes ya no se pueden responder más preguntas. Los códigos ' +
        'impresos siguen funcionando.',
    },
    again: (time: string) =>
      `El recuento vuelve a empezar el ${time}. Los límites de un plan mayor se aplican enseguida.`,
    open: 'Abrir el plan y el consumo',
    owner: 'Recibe este correo como propietario de la organización.',
    chosen: (name: string) =>
      `Recibe este correo porque quiere saber cuándo ${name} se acerca a un límite de su plan.`,
    once: 'Se envía una vez al mes.',
  },
  it: {
    counted: { scans_per_month: 'scansioni', messages_per_month: 'messaggi' },
    nearSubject: (name: string, what: string) =>
      `${name} ha quasi esaurito il limite di ${what} di questo mese`,
    near: (used: string, maximum: string, what: string, plan: string) =>
      `Consumo di questo mese: ${used} di ${maximum} ${what} (piano ${plan}).`,
    reachedSubject: (name: string, what: string) =>
      `${name} ha esaurito il limite di ${what} di questo mese`,
    reached: (maximum: string, what: string, plan: string) =>
      `È stato raggiunto il limite di ${maximum} ${what} di questo mese (piano ${plan}).`,
    whenUsedUp: {
      scans_per_month:
        'Raggiunto il limite, nulla si ferma: i codici stampati continuano a funzionare e le ' +
        'scansioni si contano ancora.',
      messages_per_month:
        'Raggiunto il limite, i visitatori leggono che questo mese non si può più rispondere alle ' +
        'domande. I codici stampati continuano a funzionare.',
    },
    nowUsedUp: {
      scans_per_month:
        'Nulla si ferma: i codici stampati continuano a funzionare e le scansioni si contano ' +
        'ancora. Se succede ogni mese, valuti un piano più grande.',
      messages_per_month:
        'I visitatori leggono che questo mese non si può più rispondere alle domande. I codici ' +
        'stampati continuano a funzionare.',
    },
    again: (time: string) =>
      `Il conteggio riparte ${time}. I limiti di un piano più grande valgono subito.`,
    open: 'Apri piano e consumo',
    owner: 'Riceve questa e-mail come proprietario dell’organizzazione.',
    chosen: (name: string) =>
      `Riceve questa e-mail perché vuole sapere quando ${name} si avvicina a un limite del piano.`,
    once: 'Viene inviata una volta al mese.',
  },
}

/** Sent at 80 percent, and when the limit is reached. */
const limitMail = (text: LimitText, isReached: boolean): MailMessage => {
  const { language, choice, limit, link, plan } = text
  const said = words[language]
  const what = said.counted[limit]
  const name = nameOnOneLine(text.organizationName)
  const used = readableNumber(text.used, language)
  const maximum = readableNumber(text.maximum, language)
  return layOutMail({
    language,
    choice,
    subject: isReached ? said.reachedSubject(name, what) : said.nearSubject(name, what),
    paragraphs: [
      isReached ? said.reached(maximum, what, plan) : said.near(used, maximum, what, plan),
      isReached ? said.nowUsedUp[limit] : said.whenUsedUp[limit],
      said.again(readableTime(text.until, language)),
    ],
    button: { label: said.open, link },
    footnote: `${choice ? said.chosen(name) : said.owner} ${said.once}`,
  })
}

export const limitNearMail = (text: LimitText): MailMessage => limitMail(text, false)

export const limitReachedMail = (text: LimitText): MailMessage => limitMail(text, true)

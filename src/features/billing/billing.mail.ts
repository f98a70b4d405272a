import type { OwnerLanguage } from '#contract/languages.ts'
import {
  layOutMail,
  type MailBrand,
  type MailMessage,
  nameOnOneLine,
  readableNumber,
  readableTime,
} from '../../platform/mail/layout.ts'
import type { Plan } from '../../platform/store/tables.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    planChanged: {
      /** Absent in mails that an earlier version queued. */
      organizationId?: string
      organizationName: string
      plan: Plan
      previousPlan: Plan
      /** The end of a cancelled plan that continues until then. */
      cancelAt: number | null
      /** Of the owner. Absent in mails that an earlier version queued. */
      language?: OwnerLanguage
    }
    paymentFailed: {
      organizationId?: string
      organizationName: string
      plan: string
      graceUntil: number | null
      language?: OwnerLanguage
    }
  }
}

interface PlanText {
  organizationName: string
  plan: string
  link: string
  brand?: MailBrand | null
  language?: OwnerLanguage
}

/** The effect of a plan change for the owner. */
interface PlanMeaning {
  isUpgrade: boolean
  /** Days for which the next plan keeps scans and conversations; null: unlimited. */
  retentionDays: number | null
}

interface PlanChangedText extends PlanText, PlanMeaning {
  previousPlan: string
  /** When a cancelled plan ends; null when the change has taken effect. */
  cancelAt: number | null
}

const en = {
  cancelled: (name: string) => `The plan of ${name} was cancelled`,
  ends: (plan: string, name: string, time: string) =>
    `The plan ${plan} of ${name} was cancelled. It stays active until ${time}. Then the ` +
    'organization moves to the plan free.',
  changed: (name: string, plan: string) => `The plan of ${name} is now ${plan}`,
  moved: (name: string, before: string, plan: string) =>
    `${name} has moved from the plan ${before} to the plan ${plan}.`,
  limits: 'Your new limits apply now.',
  /** After a downgrade owners must know which data is deleted and which is kept. */
  stays:
    'The change deletes nothing now. If you use more than the plan includes, everything keeps ' +
    'working, but you cannot add more. Printed codes keep working.',
  keeps: (days: string) =>
    `The smaller plan keeps scans and conversations for ${days} days. Older ones are deleted when ` +
    'you have had the plan for 30 days. Totals stay.',
  open: 'Open the plan',
  failed: (name: string) => `A payment for ${name} failed`,
  lastFailed: (plan: string, name: string) =>
    `The last payment for the plan ${plan} of ${name} failed.`,
  checkCard: 'Please check your card, or enter another one.',
  checkBefore: (time: string) =>
    `Please check your card, or enter another one, before ${time}. Until then you keep the plan. ` +
    'After that the organization moves to the plan free.',
  codesWork: 'Printed codes keep working in any case.',
  check: 'Check the payment',
  footnote: 'You get this mail because you are an owner of the organization.',
}

const words: Record<OwnerLanguage, typeof en> = {
  en,
  de: {
    cancelled: (name) => `Der Tarif von ${name} wurde gekündigt`,
    ends: (plan, name, time) =>
      `Der Tarif ${plan} von ${name} wurde gekündigt. Er gilt noch bis ${time}. Danach wechselt die ` +
      'Organisation zum Tarif free.',
    changed: (name, plan) => `Der Tarif von ${name} ist jetzt ${plan}`,
    moved: (name, before, plan) => `${name} hat vom Tarif ${before} zum Tarif ${plan} gewechselt.`,
    limits: 'Die neuen Grenzen gelten ab sofort.',
    stays:
      'Die Änderung löscht jetzt nichts. Wenn Sie mehr nutzen, als der Tarif umfasst, geht alles ' +
      'weiter, aber Sie können nichts hinzufügen. Gedruckte Codes funktionieren weiter.',
    keeps: (days) =>
      `Der kleinere Tarif bewahrt Scans und Gespräche ${days} Tage auf. Ältere werden gelöscht, wenn ` +
      'Sie den Tarif 30 Tage haben. Summen bleiben.',
    open: 'Tarif öffnen',
    failed: (name) => `Eine Zahlung für ${name} ist fehlgeschlagen`,
    lastFailed: (plan, name) =>
      `Die letzte Zahlung für den Tarif ${plan} von ${name} ist fehlgeschlagen.`,
    checkCard: 'Bitte prüfen Sie Ihre Karte oder geben Sie eine andere an.',
    checkBefore: (time) =>
      `Bitte prüfen Sie Ihre Karte oder geben Sie eine andere an, vor ${time}. Bis dahin behalten ` +
      'Sie den Tarif. Danach wechselt die Organisation zum Tarif free.',
    codesWork: 'Gedruckte Codes funktionieren in jedem Fall weiter.',
    check: 'Zahlung prüfen',
    footnote: 'Sie erhalten diese Mail als Inhaber der Organisation.',
  },
  fr: {
    cancelled: (name) => `La formule de ${name} a été résiliée`,
    ends: (plan, name, time) =>
      `La formule ${plan} de ${name} a été résiliée. Elle reste active jusqu’au ${time}. Ensuite, ` +
      'l’organisation passe à la formule free.',
    changed: (name, plan) => `La formule de ${name} est maintenant ${plan}`,
    moved: (name, before, plan) =>
      `${name} est passé de la formule ${before} à la formule ${plan}.`,
    limits: 'Les nouvelles limites s’appliquent.',
    stays:
      'Ce changement ne supprime rien pour l’instant. Si vous utilisez plus que ce que comprend la ' +
      'formule, tout continue de fonctionner, mais vous ne pouvez rien ajouter. Les codes imprimés ' +
      'continuent de fonctionner.',
    keeps: (days) =>
      `La formule plus petite conserve les scans et les conversations ${days} jours. Les plus anciens ` +
      'sont supprimés quand vous avez cette formule depuis 30 jours. Les totaux restent.',
    open: 'Ouvrir la formule',
    failed: (name) => `Un paiement pour ${name} a échoué`,
    lastFailed: (plan, name) => `Le dernier paiement pour la formule ${plan} de ${name} a échoué.`,
    checkCard: 'Vérifiez votre carte ou indiquez-en une autre.',
    checkBefore: (time) =>
      `Vérifiez votre carte ou indiquez-en une autre avant le ${time}. Jusque-là, vous gardez la ` +
      'formule. Ensuite, l’organisation passe à la formule free.',
    codesWork: 'Les codes imprimés continuent de fonctionner dans tous les cas.',
    check: 'Vérifier le paiement',
    footnote: 'Vous recevez cet e-mail en tant que propriétaire de l’organisation.',
  },
  es: {
    cancelled: (name) => `Se ha cancelado el plan de ${name}`,
    ends: (plan, name, time) =>
      `Se ha cancelado el plan ${plan} de ${name}. Sigue activo hasta el ${time}. Después, la ` +
      'organización pasa al plan free.',
    changed: (name, plan) => `El plan de ${name} es ahora ${plan}`,
    moved: (name, before, plan) => `${name} ha pasado del plan ${before} al plan ${plan}.`,
    limits: 'Los nuevos límites ya se aplican.',
    stays:
      'El cambio no elimina nada por ahora. Si usa más de lo que incluye el plan, todo sigue ' +
      'funcionando, pero no puede añadir más. Los códigos impresos siguen funcionando.',
    keeps: (days) =>
      `El plan menor conserva los escaneos y las conversaciones ${days} días. Los anteriores se ` +
      'eliminan cuando lleva 30 días con el plan. Los totales se quedan.',
    open: 'Abrir el plan',
    failed: (name) => `Ha fallado un pago de ${name}`,
    lastFailed: (plan, name) => `Ha fallado el último pago del plan ${plan} de ${name}.`,
    checkCard: 'Compruebe su tarjeta o indique otra.',
    checkBefore: (time) =>
      `Compruebe su tarjeta o indique otra antes del ${time}. Hasta entonces conserva el plan. ` +
      'Después, la organización pasa al plan free.',
    codesWork: 'Los códigos impresos siguen funcionando en todo caso.',
    check: 'Comprobar el pago',
    footnote: 'Recibe este correo como propietario de la organización.',
  },
  it: {
    cancelled: (name) => `Il piano di ${name} è stato disdetto`,
    ends: (plan, name, time) =>
      `Il piano ${plan} di ${name} è stato disdetto. Resta attivo fino a ${time}. Poi ` +
      'l’organizzazione passa al piano free.',
    changed: (name, plan) => `Il piano di ${name} ora è ${plan}`,
    moved: (name, before, plan) => `${name} è passato dal piano ${before} al piano ${plan}.`,
    limits: 'I nuovi limiti valgono da subito.',
    stays:
      'La modifica per ora non elimina nulla. Se usa più di quanto include il piano, tutto continua ' +
      'a funzionare, ma non può aggiungere altro. I codici stampati continuano a funzionare.',
    keeps: (days) =>
      `Il piano più piccolo conserva scansioni e conversazioni per ${days} giorni. Quelle più vecchie ` +
      'vengono eliminate quando ha il piano da 30 giorni. I totali restano.',
    open: 'Apri il piano',
    failed: (name) => `Un pagamento per ${name} non è riuscito`,
    lastFailed: (plan, name) =>
      `L’ultimo pagamento per il piano ${plan} di ${name} non è riuscito.`,
    checkCard: 'Verifichi la carta o ne inserisca un’altra.',
    checkBefore: (time) =>
      `Verifichi la carta o ne inserisca un’altra prima di ${time}. Fino ad allora mantiene il piano. ` +
      'Poi l’organizzazione passa al piano free.',
    codesWork: 'I codici stampati continuano comunque a funzionare.',
    check: 'Verifica il pagamento',
    footnote: 'Riceve questa e-mail come proprietario dell’organizzazione.',
  },
}

export const planChangedMail = (text: PlanChangedText): MailMessage => {
  const { plan, previousPlan, cancelAt, isUpgrade, retentionDays, link, brand } = text
  const language = text.language ?? 'en'
  const said = words[language]
  const name = nameOnOneLine(text.organizationName)
  const stays = [
    said.stays,
    ...(retentionDays === null ? [] : [said.keeps(readableNumber(retentionDays, language))]),
  ]
  const isCancelled = cancelAt !== null
  return layOutMail({
    brand,
    language,
    subject: isCancelled ? said.cancelled(name) : said.changed(name, plan),
    paragraphs: isCancelled
      ? [said.ends(plan, name, readableTime(cancelAt, language)), ...stays]
      : [said.moved(name, previousPlan, plan), ...(isUpgrade ? [said.limits] : stays)],
    button: { label: said.open, link },
    footnote: said.footnote,
  })
}

export const paymentFailedMail = ({
  organizationName,
  plan,
  graceUntil,
  link,
  brand,
  language = 'en',
}: PlanText & { graceUntil: number | null }): MailMessage => {
  const said = words[language]
  const name = nameOnOneLine(organizationName)
  return layOutMail({
    brand,
    language,
    subject: said.failed(name),
    paragraphs: [
      said.lastFailed(plan, name),
      graceUntil === null ? said.checkCard : said.checkBefore(readableTime(graceUntil, language)),
      said.codesWork,
    ],
    button: { label: said.check, link },
    footnote: said.footnote,
  })
}

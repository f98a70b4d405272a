import { layOut, type Message, oneLine, readableTime } from './layout.ts'

interface PlanText {
  organizationName: string
  plan: string
  link: string
}

const footnote = 'You get this mail because you own the organization.'

/** The effect of a plan change for the owner. */
export interface PlanMeaning {
  isUpgrade: boolean
  /** Days for which the next plan keeps scans and conversations; null: unlimited. */
  retentionDays: number | null
}

interface PlanChangedText extends PlanText, PlanMeaning {
  previousPlan: string
  /** When a cancelled plan ends; null when the change has taken effect. */
  cancelAt: number | null
}

/** After a downgrade owners must know what is deleted and what stays. */
const whatStays = (days: number | null): string[] => [
  'Nothing is deleted because of it. Where more is in use than the plan includes, it stays; only something new is refused. Printed codes go on opening.',
  ...(days === null
    ? []
    : [
        `The smaller plan keeps scans and conversations for ${number(days)} days. Older ones are deleted once it has lasted 30 days; totals stay.`,
      ]),
]

export const planChangedMail = (text: PlanChangedText): Message => {
  const { plan, previousPlan, cancelAt, isUpgrade, retentionDays, link } = text
  const name = oneLine(text.organizationName)
  const button = { label: 'Look at the plan', link }
  if (cancelAt !== null) {
    return layOut({
      subject: `The plan of ${name} was cancelled`,
      paragraphs: [
        `The plan ${plan} of ${name} was cancelled. It goes on until ${readableTime(cancelAt)}. After that the organization is on the plan free.`,
        ...whatStays(retentionDays),
      ],
      button,
      footnote,
    })
  }
  return layOut({
    subject: `The plan of ${name} is now ${plan}`,
    paragraphs: [
      `${name} was on the plan ${previousPlan} and is on the plan ${plan} from now on.`,
      ...(isUpgrade ? ['What the new plan includes counts at once.'] : whatStays(retentionDays)),
    ],
    button,
    footnote,
  })
}

export const paymentFailedMail = ({
  organizationName,
  plan,
  graceUntil,
  link,
}: PlanText & { graceUntil: number | null }): Message => {
  const name = oneLine(organizationName)
  return layOut({
    subject: `A payment for ${name} failed`,
    paragraphs: [
      `The last payment for the plan ${plan} of ${name} did not go through.`,
      graceUntil === null
        ? 'Please check the card, or name another one.'
        : `Please check the card, or name another one, before ${readableTime(graceUntil)}. Until then the plan stays; after that the organization is on the plan free.`,
      'Printed codes go on opening in any case.',
    ],
    button: { label: 'Look at the payment', link },
    footnote,
  })
}

interface LimitText extends PlanText {
  limit: 'scans_per_month' | 'messages_per_month'
  used: number
  maximum: number
  until: number
}

const counted = { scans_per_month: 'scans', messages_per_month: 'messages' }

const whenUsedUp = {
  scans_per_month:
    'When they are used up nothing stops: printed codes go on opening, and scans go on being counted.',
  messages_per_month:
    'When they are used up, visitors who ask something read that no more questions can be answered this month. Printed codes go on opening.',
}

const nowUsedUp = {
  scans_per_month:
    'Nothing stops: printed codes go on opening, and scans go on being counted. If it is like this every month, a larger plan fits better.',
  messages_per_month:
    'Visitors who ask something read that no more questions can be answered this month. Printed codes go on opening.',
}

const number = (value: number): string => value.toLocaleString('en-GB')

const onceAMonth = `${footnote} It is sent once a month.`

/** Sent at 80 percent. */
export const limitNearMail = (text: LimitText): Message => {
  const name = oneLine(text.organizationName)
  const what = counted[text.limit]
  return layOut({
    subject: `${name} has used most of its ${what} for this month`,
    paragraphs: [
      `${number(text.used)} of the ${number(text.maximum)} ${what} a month that the plan ${text.plan} includes are used.`,
      whenUsedUp[text.limit],
      `The count begins anew on ${readableTime(text.until)}. A larger plan counts at once.`,
    ],
    button: { label: 'Look at the plan and its use', link: text.link },
    footnote: onceAMonth,
  })
}

export const limitReachedMail = (text: LimitText): Message => {
  const name = oneLine(text.organizationName)
  const what = counted[text.limit]
  return layOut({
    subject: `${name} has used all of its ${what} for this month`,
    paragraphs: [
      `All ${number(text.maximum)} ${what} a month that the plan ${text.plan} includes are used.`,
      nowUsedUp[text.limit],
      `The count begins anew on ${readableTime(text.until)}. A larger plan counts at once.`,
    ],
    button: { label: 'Look at the plan and its use', link: text.link },
    footnote: onceAMonth,
  })
}

import { layOut, type Message, oneLine, readableTime } from './layout.ts'

interface PlanText {
  organizationName: string
  plan: string
  link: string
}

const footnote = 'You get this mail because you own the organization.'

export const planChangedMail = ({
  organizationName,
  plan,
  previousPlan,
  cancelAt,
  link,
}: PlanText & { previousPlan: string; cancelAt: number | null }): Message => {
  const name = oneLine(organizationName)
  const isCancelled = cancelAt !== null
  return layOut({
    subject: isCancelled
      ? `The plan of ${name} was cancelled`
      : `The plan of ${name} is now ${plan}`,
    paragraphs: isCancelled
      ? [
          `The plan ${plan} of ${name} was cancelled. It goes on until ${readableTime(cancelAt)}.`,
          'After that the organization is on the plan free. Nothing is deleted, and every printed code goes on opening.',
        ]
      : [
          `${name} was on the plan ${previousPlan} and is on the plan ${plan} from now on.`,
          'Nothing was deleted. Where more is in use than the plan includes, it stays; only something new is refused.',
        ],
    button: { label: 'Look at the plan', link },
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
        ? 'Please look at the card.'
        : `The plan stays until ${readableTime(graceUntil)}. Please look at the card before then.`,
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

const afterwards = {
  scans_per_month: 'Beyond it, printed codes go on opening and scans go on being counted.',
  messages_per_month:
    'Beyond it, whoever asks reads that no more questions can be answered this month. Printed codes go on opening.',
}

const number = (value: number): string => value.toLocaleString('en-GB')

/** At 80 of 100. */
export const limitNearMail = (text: LimitText): Message => {
  const name = oneLine(text.organizationName)
  const what = counted[text.limit]
  return layOut({
    subject: `${name} has used most of its ${what} for this month`,
    paragraphs: [
      `${number(text.used)} of the ${number(text.maximum)} ${what} a month that the plan ${text.plan} includes are used.`,
      `The count begins anew on ${readableTime(text.until)}. ${afterwards[text.limit]}`,
    ],
    button: { label: 'Look at the plan and its use', link: text.link },
    footnote: `${footnote} It is sent once a month.`,
  })
}

export const limitReachedMail = (text: LimitText): Message => {
  const name = oneLine(text.organizationName)
  const what = counted[text.limit]
  return layOut({
    subject: `${name} has used all of its ${what} for this month`,
    paragraphs: [
      `All ${number(text.maximum)} ${what} a month that the plan ${text.plan} includes are used.`,
      text.limit === 'messages_per_month'
        ? 'Whoever asks a code now reads that no more questions can be answered this month. Printed codes go on opening.'
        : 'Nothing stops: printed codes go on opening, and scans go on being counted.',
      `The count begins anew on ${readableTime(text.until)}. A larger plan counts at once.`,
    ],
    button: { label: 'Look at the plan and its use', link: text.link },
    footnote: `${footnote} It is sent once a month.`,
  })
}

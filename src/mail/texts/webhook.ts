import { layOut, type Message, oneLine, readableTime } from './layout.ts'

interface WebhookText {
  organizationName: string
  webhookId: string
  url: string
  failingSince: number
  link: string
}

const whereToLook = (webhookId: string) =>
  `GET /v1/webhooks/${webhookId}/deliveries lists what was sent and what was answered.`

/** Sent after a day of failures. */
export const webhookFailingMail = (webhook: WebhookText): Message =>
  layOut({
    subject: `A webhook of ${oneLine(webhook.organizationName)} is failing`,
    paragraphs: [
      `Since ${readableTime(webhook.failingSince)} every delivery to ${webhook.url} has failed.`,
      'We go on trying. After five days without a success the webhook is switched off.',
      whereToLook(webhook.webhookId),
    ],
    button: { label: 'Read how to look into it', link: webhook.link },
    footnote: 'You get this mail because you own the organization. It is sent once.',
  })

/** Sent after five days of failures. */
export const webhookDeactivatedMail = (webhook: WebhookText): Message =>
  layOut({
    subject: `A webhook of ${oneLine(webhook.organizationName)} was switched off`,
    paragraphs: [
      `Since ${readableTime(webhook.failingSince)} every delivery to ${webhook.url} has failed, so we switched the webhook off.`,
      'Nothing is sent to it any more. What was waiting was dropped and is kept for 30 days: once the receiver works again, switch the webhook on and replay it.',
      whereToLook(webhook.webhookId),
    ],
    button: { label: 'Read how to switch it on and replay', link: webhook.link },
    footnote: 'You get this mail because you own the organization.',
  })

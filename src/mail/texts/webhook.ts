import { layOut, type MailBrand, type Message, oneLine, readableTime } from './layout.ts'

interface WebhookText {
  organizationName: string
  webhookId: string
  url: string
  failingSince: number
  link: string
  brand?: MailBrand | null
}

const whereToLook = (webhookId: string) =>
  `GET /v1/webhooks/${webhookId}/deliveries lists the deliveries and the responses of your ` +
  'receiver.'

/** Sent after a day of failures. */
export const webhookFailingMail = (webhook: WebhookText): Message =>
  layOut({
    brand: webhook.brand,
    subject: `A webhook of ${oneLine(webhook.organizationName)} is failing`,
    paragraphs: [
      `Since ${readableTime(webhook.failingSince)} every delivery to ${webhook.url} has failed.`,
      'We keep trying. After five days without a success we switch the webhook off.',
      whereToLook(webhook.webhookId),
    ],
    button: { label: 'Read how to find the cause', link: webhook.link },
    footnote: 'You get this mail because you are an owner of the organization. It is sent once.',
  })

/** Sent after five days of failures. */
export const webhookDeactivatedMail = (webhook: WebhookText): Message =>
  layOut({
    brand: webhook.brand,
    subject: `A webhook of ${oneLine(webhook.organizationName)} was switched off`,
    paragraphs: [
      `Since ${readableTime(webhook.failingSince)} every delivery to ${webhook.url} has ` +
        'failed. We have switched the webhook off.',
      'It no longer receives events. Waiting deliveries were dropped and are kept for 30 days. ' +
        'When the receiver works again, switch the webhook on and resend them.',
      whereToLook(webhook.webhookId),
    ],
    button: { label: 'Read how to switch it on and resend', link: webhook.link },
    footnote: 'You get this mail because you are an owner of the organization.',
  })

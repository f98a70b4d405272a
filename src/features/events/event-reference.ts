import type { TSchema } from 'typebox'
import type { EventType } from '#contract/event-types.ts'
import { exampleOf } from '../../platform/http/schema.ts'
import { eventSchemas, meaningOf, nameOf } from './event-schemas.ts'

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const headersOf = (type: EventType) => [
  header(
    'X-Service-Signature',
    '`sha256=` and the HMAC-SHA256 of the raw body in lower-case hexadecimal. The HMAC key is ' +
      'the whole secret, `whsec_` included. Compare it in constant time, and reject a delivery ' +
      'without it.',
    'sha256=2529ceee19e69ebb770f67f08dfaf151cda901f1c73596ba9f3c3881680db025',
  ),
  header('X-Service-Event', 'The event type, as in the body.', type),
  header(
    'X-Service-Delivery',
    'The delivery id: the same for each attempt to send this event to this webhook.',
    'dlv_01KG9Q2A7D9C1E4B6A8F0D2C4E',
  ),
  header('X-Service-Attempt', 'The number of the attempt, starting at 1.', '1'),
  header(
    'webhook-id',
    'The event id, in the header of Standard Webhooks.',
    'evt_01JB0000000000000000000000',
  ),
  header('webhook-timestamp', 'When this attempt was signed, in seconds since 1970.', '1769860800'),
  header(
    'webhook-signature',
    'The signature of Standard Webhooks (`v1,` and base64) over id, timestamp and body. Its ' +
      'key is the decoded secret. Contains two signatures while a secret is being rotated.',
    'v1,vtM/QyVdUOlCKGXyWo6reKTRQq8sXNdsE818um/K/M0=',
  ),
  header('User-Agent', 'The sender.', 'QPR-Webhooks/1'),
]

/** The `webhooks` of the OpenAPI document: every event, as a receiver gets it. */
export const eventReference = () =>
  Object.fromEntries(
    [...eventSchemas].map(([type, schema]) => [type, { post: operationOf(type, schema) }]),
  )

/** `scan.created` is `onScanCreated`. */
const receiverOf = (type: EventType) => `on${nameOf(type).replace(/Event$/, '')}`

const operationOf = (type: EventType, schema: TSchema) => ({
  operationId: receiverOf(type),
  tags: ['Webhooks'],
  summary: meaningOf(type),
  parameters: headersOf(type),
  requestBody: {
    required: true,
    description: 'The body has the same bytes for every attempt and every webhook.',
    content: {
      'application/json': {
        schema,
        example: exampleOf(schema),
      },
    },
  },
  responses: {
    '2XX': {
      description:
        'The event was received. We retry after any other status, a redirect, or no response ' +
        'within 5 seconds.',
    },
  },
})

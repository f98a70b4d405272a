/** The text of the reference that belongs to no single route. */
export const apiDescription = `
QPR makes QR codes that talk: a code bundles a prompt with a QR image, and whoever scans it is in a conversation that follows the prompt.

## Authentication

Every request carries an API key: \`Authorization: Bearer qpr_sk_…\`. The first key is printed at the first start; more are made with \`POST /v1/api-keys\` or \`qpr keys create\`. A key reaches the organizations of its user, with the user's role in each; it can be narrowed to one organization, to a role, to an expiry. Where a request names no organization, the default one of the key is meant.

## Errors

Errors are \`application/problem+json\` (RFC 9457) on every path: \`type\`, \`title\`, \`status\`, \`detail\` (one sentence that you can act on), \`code\` (stable, for programs), \`request_id\`, and for invalid input \`errors\` with a JSON pointer for each field. Every response carries \`Request-Id\`. What does not exist and what belongs to someone else are both 404.

## Idempotency

Any POST takes an \`Idempotency-Key\`. For 24 hours the same key, path and body get the first answer again, with \`Idempotent-Replayed: true\`; another body gets 422, a request still under way 409. Only successful answers are kept.

## Ids and times

Ids are a prefix and a ULID (\`qpr_01JB…\`), so they sort by creation. Times are ISO 8601 in UTC with milliseconds. Fields that we do not know are ignored in a request.

## Pagination

Lists take \`limit\` and \`offset\` and answer \`total\`.

## Receiving events

A webhook gets a signed POST for each event that it subscribes to. Verify \`X-Service-Signature\` over the raw bytes of the body, answer with a 2xx status within 5 seconds, and pass over an \`id\` that you have seen: an event can arrive more than once. What is not answered so is sent again after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour. Each event is described under Events.

## Rate limit

Off by default. Where the operator sets one, \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds since 1970) are on every response, and 429 carries \`Retry-After\`.

## Versions

Within /v1 there are only additions. What is to be removed is announced with \`Deprecation\` and \`Sunset\`, 12 months ahead.
`.trim()

export const tagDescriptions = [
  { name: 'Codes', description: 'A QPR code: a prompt, and the QR image that opens it.' },
  { name: 'Images', description: 'What is printed: images, logos, print sheets.' },
  {
    name: 'Scans',
    description:
      'Every GET of a printed address by a person is a scan. No IP address is stored; a device ' +
      'is a random first-party id, or a hash under a salt that is thrown away every day.',
  },
  {
    name: 'Conversations',
    description:
      'What visitors said to the codes of an organization, and what they were answered. A ' +
      'conversation in which the visitor said nothing is none.',
  },
  {
    name: 'Visitors',
    description:
      'What the page of a scan does, for a front end of your own. No key: whoever has the token of ' +
      'a conversation has the conversation.',
  },
  {
    name: 'Jobs',
    description:
      'Long work that goes on in the background after its effect is visible, with its progress.',
  },
  {
    name: 'Plans',
    description:
      'What an organization may use, what it uses, and how its plan is changed. Over a limit, ' +
      'something new is refused with 402 `plan_limit_reached`; a printed code keeps opening.',
  },
  {
    name: 'Webhooks',
    description:
      'The service posts each event to the addresses that are registered for it, signed, at least ' +
      'once, until a 2xx status says that it has arrived. What arrives is under Events.',
  },
  {
    name: 'Deliveries',
    description:
      'One event on its way to one webhook: up to six attempts, at once and then after 5 s, 30 s, ' +
      '2 min, 10 min and 1 h. What failed is kept for 30 days, and can be sent again.',
  },
  {
    name: 'Organizations',
    description: 'Group brands, locations or clients under one account, with members and roles.',
  },
  {
    name: 'Members',
    description:
      'Owners may do everything; admins everything but touch owners, billing and the deletion of ' +
      'the organization; editors work on codes; viewers read. An organization keeps an owner.',
  },
  { name: 'Account', description: 'Who is asking, and where they are signed in.' },
  { name: 'API keys', description: 'The text of a key is shown once, when it is made.' },
]

/** The text of the reference that belongs to no single route. */
export const apiDescription = `
QPR makes QR codes that talk: a code combines a prompt with a QR image. A visitor who scans the image can talk with an assistant that follows the prompt.

## Authentication

Every request carries an API key: \`Authorization: Bearer qpr_sk_…\`. The first key is printed at the first start; create more with \`POST /v1/api-keys\` or \`qpr keys create\`. A key can access the organizations of its user, with the user's role in each. It can be limited to one organization, a maximum role and an expiry. Without an organization in the request, the key's default is used.

## Errors

Errors are \`application/problem+json\` (RFC 9457) on every path: \`type\`, \`title\`, \`status\`, \`detail\` (one sentence that says what to do), \`code\` (stable, for programs), \`request_id\`, and for invalid input \`errors\` with a JSON pointer for each field. Every response carries \`Request-Id\`. A resource that belongs to someone else gets the same 404 as one that does not exist.

## Idempotency

Every POST accepts an \`Idempotency-Key\`. For 24 hours a request with the same key, path and body gets the first response again, with \`Idempotent-Replayed: true\`. White space and the order of fields do not matter. The same key with another body gets 422. While the first request is still running, a repeated one gets 409. Only successful responses are stored.

## Ids and times

Ids are a prefix and a ULID (\`qpr_01JB…\`): sorting by id sorts by creation. Times are ISO 8601 in UTC with milliseconds. Unknown fields in a request are ignored.

## Pagination

Page with \`limit\` and \`offset\`; \`total\` is the full count. For long lists use \`cursor\` instead of \`offset\`: the first request has an empty \`cursor\`, the next ones the \`next_cursor\` of the previous page.

## Receiving events

A webhook receives a signed POST for each event that it subscribes to. Verify \`X-Service-Signature\` over the raw bytes of the body, and answer with a 2xx status within 5 seconds. We retry unless you answer 2xx: after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour. An event can arrive more than once: ignore ids you have already processed. Each event is described under Events.

## Rate limit

There is no rate limit by default. If the operator sets one, every response has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds since 1970), and a 429 has \`Retry-After\`.

## Versions

Changes within /v1 are additions only. A removal is announced 12 months in advance, with the headers \`Deprecation\` and \`Sunset\`.
`.trim()

export const tagDescriptions = [
  { name: 'Codes', description: 'A QPR code: a prompt, and the QR image that opens it.' },
  { name: 'Images', description: 'Images, logos and print sheets of codes.' },
  {
    name: 'Scans',
    description:
      'Each GET of a printed address by a person is a scan. No IP address is stored. A device ' +
      'is a random first-party id, or a hash with a salt that is replaced every day.',
  },
  {
    name: 'Conversations',
    description:
      'The messages of visitors to the codes of an organization, and the answers. Empty ' +
      'conversations are not counted.',
  },
  {
    name: 'Knowledge',
    description:
      'The sources from which the codes of an organization answer: files, web pages, and ' +
      'questions with answers. Answers cite their passages.',
  },
  {
    name: 'Visitors',
    description:
      "The endpoints of the visitor's page, for your own front end. They need no key: the " +
      'token of a conversation grants access to it.',
  },
  {
    name: 'Notifications',
    description: 'The mails that you get about an organization.',
  },
  {
    name: 'Jobs',
    description:
      'Long tasks that continue in the background after their effect is visible, with their ' +
      'progress.',
  },
  {
    name: 'Audit log',
    description: 'Who changed what in an organization, for its owners and admins.',
  },
  {
    name: 'Plans',
    description:
      'The limits and the usage of an organization, and how to change its plan. Over a limit, ' +
      'new items are refused with 402 `plan_limit_reached`; printed codes keep working.',
  },
  {
    name: 'Webhooks',
    description:
      'The service posts each event to the webhooks that subscribe to it, signed and at least ' +
      'once, until the receiver answers with a 2xx status. The request is described under ' +
      'Events.',
  },
  {
    name: 'Deliveries',
    description:
      'One event to one webhook: up to six attempts, the first immediately, then after 5 s, 30 ' +
      's, 2 min, 10 min and 1 h. Failed deliveries are kept for 30 days and can be resent.',
  },
  {
    name: 'Organizations',
    description: 'Group brands, locations or clients under one account, with members and roles.',
  },
  {
    name: 'Members',
    description:
      'Owners may do everything. Admins may do everything except change owners, change the ' +
      'plan and delete the organization. Editors work on codes. Viewers read. An organization ' +
      'always has an owner.',
  },
  {
    name: 'Account',
    description: 'The user of the key or the session, and the sessions of that user.',
  },
  {
    name: 'API keys',
    description: 'Keys for programs. A key value is shown only once, when the key is created.',
  },
]

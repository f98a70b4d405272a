// A document like those that the generator makes from our routes, for the tests of the page.

import type { OpenApiDocument, Operation, Schema } from './document.ts'
import {
  count,
  invitation,
  metadata,
  name,
  object,
  patch,
  ref,
  roles,
  schemas,
  status,
  text,
  words,
} from './reference.fixture-schemas.ts'

const json = (schema: Schema) => ({ 'application/json': { schema } })
const ok = (description: string, schema: Schema) => ({ description, content: json(schema) })
const failed = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
})

const unauthorized = failed('`unauthorized`: no key, or an unknown, expired or revoked one.')
const notFound = failed('`not_found`: it does not exist, or the key does not reach it.')
const invalid = failed('`invalid_input`: a field is invalid; `errors` names each one.')
const forbidden = failed('`forbidden`: the role does not allow it.')

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id or the `short_id` of the code.',
  schema: { type: 'string' },
  example: 'k7m2x9qd',
}
const query = (name: string, description: string, schema: Schema) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
})

const operation = (operationId: string, tag: string, summary: string, rest: Operation) => ({
  operationId,
  summary,
  tags: [tag],
  security: [{ bearer: [] }],
  ...rest,
})
const body = (schema: Schema) => ({ required: true, content: json(schema) })

const createCode = operation('createCode', 'Codes', 'Create a code', {
  description:
    'Bundles a prompt with a QR image. The code is live at once.\n\n- Emits `qpr_code.created`.\n- A `<script>` in a **name** stays text.',
  'x-roles': ['owner', 'admin', 'editor'],
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes a repeated request safe.',
      schema: { type: 'string', maxLength: 255 },
      example: '7d1f2c1e',
    },
  ],
  requestBody: body(ref('CodeInput')),
  responses: {
    200: { ...ok('The code as created.', ref('Code')), headers: { 'Request-Id': requestId() } },
    401: unauthorized,
    409: {
      ...failed('`idempotency_key_in_flight`: the first request is still running.'),
      content: {
        'application/problem+json': {
          schema: ref('Problem'),
          example: { status: 409, code: 'idempotency_key_in_flight' },
        },
      },
    },
    422: invalid,
  },
})

function requestId() {
  return { description: 'Names the request in the logs.', schema: { type: 'string' } }
}

const listCodes = operation('listCodes', 'Codes', 'List codes', {
  description: 'Newest first.',
  parameters: [
    query('limit', 'How many to return.', {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 20,
    }),
    query('offset', 'How many to skip.', { type: 'integer', minimum: 0, default: 0 }),
    query('status', 'Only codes in this state.', { ...status, default: 'active' }),
    query('q', 'Only codes whose name contains this.', { type: 'string', examples: ['harbour'] }),
  ],
  responses: {
    200: ok(
      'A page of codes.',
      object(
        {
          codes: { type: 'array', description: 'This page.', items: ref('CodeListItem') },
          total: count('How many there are in all.', 1),
          limit: count('As asked for.', 20),
          offset: count('As asked for.', 0),
        },
        ['codes', 'total', 'limit', 'offset'],
      ),
    ),
    401: unauthorized,
    422: invalid,
  },
})

const description = `QR codes that talk: create a code with a prompt, print it, and whoever scans it is in a conversation.

## Authentication

Every request under \`/v1\` carries \`Authorization: Bearer <API_KEY>\`. The first key is printed at the first start; make more with \`POST /v1/api-keys\`.

## Errors

Every error is \`application/problem+json\`:

\`\`\`
{ "status": 422, "code": "invalid_input", "detail": "The field \\"name\\" is missing." }
\`\`\`

| status | when |
|---|---|
| 401 | no key, an unknown, expired or revoked key |
| 404 | it does not exist, or belongs to **someone else** |

## Pagination

Lists take \`limit\` and \`offset\`, and answer with \`total\`.`

export const document: OpenApiDocument = {
  info: { title: 'QPR API', version: '0.1.0', description },
  servers: [{ url: 'http://localhost:3000' }],
  tags: [
    { name: 'Codes', description: 'A **QPR code** is a prompt with an address to scan.' },
    { name: 'Organizations', description: 'They group codes and members.' },
    { name: 'API keys', description: 'A key acts for one user.' },
  ],
  paths: {
    '/v1/qpr-codes': { post: createCode, get: listCodes },
    '/v1/qpr-codes/{id}': {
      get: operation('getCode', 'Codes', 'Retrieve a code', {
        parameters: [idParameter],
        responses: { 200: ok('The code.', ref('Code')), 401: unauthorized, 404: notFound },
      }),
      patch: operation('updateCode', 'Codes', 'Change a code', {
        description: 'Fields that are left out stay as they are.',
        'x-roles': ['owner', 'admin', 'editor'],
        parameters: [idParameter],
        requestBody: body(patch),
        responses: { 200: ok('The code.', ref('Code')), 404: notFound, 422: invalid },
      }),
      delete: operation('deleteCode', 'Codes', 'Delete a code', {
        description: 'With its scans and conversations. A printed code then leads nowhere.',
        'x-roles': ['owner', 'admin'],
        parameters: [idParameter],
        responses: { 204: { description: 'It is gone.' }, 403: forbidden, 404: notFound },
      }),
    },
    '/v1/organizations': {
      post: operation('createOrganization', 'Organizations', 'Create an organization', {
        requestBody: body(object({ name, metadata }, ['name'])),
        responses: {
          201: ok('The organization.', ref('Organization')),
          409: failed('`slug_taken`: the slug is already in use.'),
        },
      }),
    },
    '/v1/organizations/{id}/members': {
      post: operation('inviteMember', 'Organizations', 'Invite a member', {
        'x-roles': ['owner', 'admin'],
        parameters: [{ ...idParameter, description: 'Id or slug.', example: 'harbour-hotel' }],
        requestBody: body(
          object(
            {
              email: text('Address of the invitee.', 'ada@example.com', { format: 'email' }),
              role: { ...words('Role to grant.', roles, 'editor'), default: 'viewer' },
            },
            ['email'],
          ),
        ),
        responses: { 200: ok('The invitation, sent by mail.', invitation), 422: invalid },
      }),
    },
    '/v1/api-keys': {
      post: operation('createApiKey', 'API keys', 'Create a key', {
        requestBody: body(object({ name }, ['name'])),
        responses: {
          201: ok(
            'The key; it is shown this once.',
            object({ key: text('The key itself.', 'qpr_sk_4fT…') }, ['key']),
          ),
        },
      }),
    },
    '/healthz': {
      get: { summary: 'Is it alive', responses: { 200: { description: 'It is.' } } },
    },
  },
  webhooks: {
    'qpr_code.created': {
      post: {
        summary: 'A code was created through the API.',
        requestBody: body(
          object({ event: text('Event type.', 'qpr_code.created'), data: ref('Code') }, ['event']),
        ),
        responses: { 200: { description: 'Acknowledged.' } },
      },
    },
  },
  components: {
    schemas,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  },
}

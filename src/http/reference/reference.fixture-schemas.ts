// The schemas of the fixture, as the generator writes TypeBox schemas.

import type { Schema } from './document.ts'

export const text = (description: string, example: string, rest: Schema = {}): Schema => ({
  type: 'string',
  description,
  examples: [example],
  ...rest,
})

const instant = (description: string) =>
  text(description, '2026-03-01T09:30:00.000Z', { format: 'date-time' })

export const count = (description: string, example: number): Schema => ({
  type: 'integer',
  description,
  examples: [example],
  minimum: 0,
})

export const words = (description: string, values: string[], example: string): Schema => ({
  anyOf: values.map((value) => ({ type: 'string', enum: [value] })),
  description,
  examples: [example],
})

export const object = (
  properties: Record<string, Schema>,
  required: string[],
  rest: Schema = {},
) => ({
  type: 'object',
  properties,
  required,
  ...rest,
})

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const templates = ['business', 'rewards', 'events', 'personal', 'hospitality', 'retail']
export const roles = ['owner', 'admin', 'editor', 'viewer']
export const metadata: Schema = {
  type: 'object',
  description: 'Key-value pairs of your own, kept as sent.',
  maxProperties: 50,
  default: {},
  additionalProperties: {},
  examples: [{ room: '12' }],
}

export const name = text('Human-readable name.', 'Harbour Hotel', { minLength: 1, maxLength: 200 })
const prompt = text(
  'The AI system prompt; it sets persona and behaviour.',
  "You are the concierge of the Harbour Hotel. Breakfast's from 7 to 10.",
  { minLength: 1, maxLength: 32000 },
)
const welcome = text(
  'First message shown; a greeting that fits the template when omitted.',
  'Welcome! How can I make your stay exceptional?',
  { maxLength: 2000 },
)
const template = {
  ...words('What the code is for.', templates, 'hospitality'),
  default: 'business',
}
export const status = words('Whether scans open the code.', ['active', 'archived'], 'active')
const suggestions: Schema = {
  type: 'array',
  description: 'Up to four first questions.',
  maxItems: 4,
  items: { type: 'string', minLength: 1, maxLength: 200 },
  examples: [['When is breakfast?']],
}
const contact: Schema = {
  anyOf: [
    object(
      {
        label: text('What the button says.', 'Front desk'),
        url: text('Where it leads: `https:`, `mailto:` or `tel:`.', 'tel:+15550100'),
      },
      ['label', 'url'],
    ),
    { type: 'null' },
  ],
  description: 'The button to a person.',
}

const listed = {
  id: text('Unique code id.', 'qpr_01JNKZ6T2V9X4M8R3C5E7G1H2K'),
  name,
  short_id: text('Short identifier, used in the scan address.', 'k7m2x9qd'),
  scan_url: text('Address opened on scan.', 'http://localhost:3000/s/k7m2x9qd', { format: 'uri' }),
  status,
  scans_total: count('Total scans; 0 on creation.', 0),
  created_at: instant('When it was created.'),
}
const code = object({ ...listed, template, metadata }, Object.keys(listed), { title: 'QPR code' })

export const invitation = object(
  {
    invitation_id: text('Invitation id.', 'inv_01JNKZ6T2V9X4M8R3C5E7G1H2K'),
    email: text('Address of the invitee.', 'ada@example.com', { format: 'email' }),
    role: words('Role granted.', roles, 'editor'),
    expires_at: instant('When it expires.'),
  },
  ['invitation_id', 'email', 'role', 'expires_at'],
)

const organization = object(
  {
    id: text('Unique organization id.', 'org_01JNKZ6T2V9X4M8R3C5E7G1H2K'),
    name,
    slug: text('URL-safe identifier.', 'harbour-hotel', { pattern: '^[a-z0-9][a-z0-9-]*$' }),
    plan: words('The plan.', ['free', 'starter', 'professional', 'enterprise'], 'free'),
    members_count: count('Number of active members.', 1),
  },
  ['id', 'name', 'slug', 'plan', 'members_count'],
)

const problem = object(
  {
    type: text('Identifies the kind of problem.', 'about:blank'),
    title: text('A short name of the status.', 'Unprocessable Content'),
    status: count('The HTTP status.', 422),
    detail: text('One sentence that says what to do.', 'The field "name" is missing.'),
    code: text('Stable snake_case code.', 'invalid_input'),
    request_id: text('Names the request in the logs.', 'req_01JNKZ6T2V9X4M8R3C5E7G1H2K'),
    errors: {
      type: 'array',
      description: 'For invalid input, one entry for each field.',
      items: object(
        {
          pointer: text('JSON pointer to the field.', '/name'),
          code: text('What is wrong with it.', 'required'),
          message: text('The same in words.', 'is missing'),
        },
        ['pointer', 'code', 'message'],
      ),
    },
  },
  ['type', 'title', 'status', 'detail', 'code', 'request_id'],
)

export const patch = object({ name, prompt, status, contact, suggestions }, [])

export const schemas = {
  Code: code,
  CodeInput: object({ name, prompt, welcome_message: welcome, template, suggestions, metadata }, [
    'name',
    'prompt',
  ]),
  CodeListItem: object(listed, Object.keys(listed), { title: 'Code in a list' }),
  Organization: organization,
  Problem: problem,
}

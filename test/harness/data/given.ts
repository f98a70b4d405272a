// Objects that tests start from, created over HTTP.
import assert from 'node:assert/strict'
import type { Static } from 'typebox'
import type {
  KeyDetail,
  KeySchema,
  KeyWithText,
} from '../../../src/features/accounts/keys.schema.ts'
import type {
  CodeDetail,
  CodeListItem,
  CodeSchema,
} from '../../../src/features/codes/codes.schema.ts'
import type {
  InvitationSchema,
  MemberSchema,
  OrganizationDetail,
  OrganizationSchema,
} from '../../../src/features/organizations/organizations.schema.ts'
import type { Tables } from '../../../src/platform/store/tables.ts'
import type { Service } from '../service/service.ts'

export type Code = Static<typeof CodeSchema>
export type CodeView = Static<typeof CodeDetail>
export type CodePage = {
  codes: Static<typeof CodeListItem>[]
  total: number
  limit: number
  offset: number
}
export type Organization = Static<typeof OrganizationSchema>
export type OrganizationView = Static<typeof OrganizationDetail>
export type Organizations = { organizations: Organization[]; total: number }
export type Member = Static<typeof MemberSchema>
export type Invitation = Static<typeof InvitationSchema>
export type Key = Static<typeof KeySchema>
export type KeyView = Static<typeof KeyDetail>
export type NewKey = Static<typeof KeyWithText>

export const createCode = async (service: Service, fields: object = {}, key = service.key) => {
  const input = { name: 'Harbour Hotel', prompt: 'You are the concierge.', ...fields }
  const { status, body, text } = await service.post<Code>('/v1/qpr-codes', input, { key })
  assert.equal(status, 200, text)
  return body
}

export const createOrganization = async (
  service: Service,
  fields: object = {},
  key = service.key,
) => {
  const input = { name: 'Harbour Hotels', ...fields }
  const { status, body, text } = await service.post<Organization>('/v1/organizations', input, {
    key,
  })
  assert.equal(status, 201, text)
  return body
}

export const createKey = async (service: Service, fields: object = {}, key = service.key) => {
  const input = { name: 'Point of sale', ...fields }
  const { status, body, text } = await service.post<NewKey>('/v1/api-keys', input, { key })
  assert.equal(status, 201, text)
  return body
}

export const membersOf = async (service: Service, organizationId: string, key = service.key) => {
  const path = `/v1/organizations/${organizationId}/members`
  return (await service.get<{ members: Member[] }>(path, { key })).body.members
}

export const memberWith = async (service: Service, organizationId: string, email: string) => {
  const member = (await membersOf(service, organizationId)).find((one) => one.email === email)
  assert.ok(member, `${email} is no member`)
  return member
}

/** The content of the database, to check that a refused request stored nothing. */
export const countRows = async ({ database }: Service, table: keyof Tables): Promise<number> => {
  const { rows } = await database.db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

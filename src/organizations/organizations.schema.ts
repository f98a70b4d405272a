import { type Static, Type } from 'typebox'
import { maxLength, slugLength, slugPattern } from '#contract/limits.ts'
import { planNames } from '#contract/plans.ts'
import { roles } from '#contract/roles.ts'
import { Metadata, named, Text, Time } from '../http/schema.ts'

const OrganizationName = Text(maxLength.name, {
  description: 'Display name, 1 to 200 characters.',
  examples: ['Harbour Hotels'],
})

const Slug = Type.String({
  ...slugLength,
  pattern: slugPattern.source,
  description: 'URL-safe identifier, unique in the service. Default: made from the name.',
  examples: ['harbour-hotels'],
})

const organizationFields = {
  id: Type.String({ description: 'Unique id.', examples: ['org_01JB0000000000000000000000'] }),
  name: OrganizationName,
  slug: Slug,
  plan: Type.Enum(planNames, {
    description: 'The current plan.',
    examples: ['free'],
  }),
  qpr_codes_count: Type.Integer({ description: 'Number of codes.', examples: [0] }),
  members_count: Type.Integer({ description: 'Number of active members.', examples: [1] }),
  created_at: Time('When the organization was created.'),
}

export const OrganizationSchema = named('Organization', Type.Object(organizationFields))

export const OrganizationDetail = named(
  'OrganizationDetail',
  Type.Object({
    ...organizationFields,
    metadata: Metadata,
    role: Type.Enum(roles, { description: 'Your role in the organization.', examples: ['owner'] }),
  }),
)

export const NewOrganization = Type.Object({
  name: OrganizationName,
  slug: Type.Optional(Slug),
  metadata: Type.Optional(Metadata),
})
export type NewOrganization = Static<typeof NewOrganization>

export const OrganizationChanges = Type.Object({
  name: Type.Optional(OrganizationName),
  slug: Type.Optional(Slug),
  metadata: Type.Optional(Metadata),
})
export type OrganizationChanges = Static<typeof OrganizationChanges>

export const OrganizationPath = Type.Object({
  id: Type.String({
    description: 'The id or the slug of the organization.',
    examples: ['harbour-hotels'],
  }),
})

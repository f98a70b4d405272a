import { type Static, Type } from 'typebox'
import { maxLength, slugLength, slugPattern } from '#contract/limits.ts'
import { planNames } from '#contract/plans.ts'
import { roles } from '#contract/roles.ts'
import { Instant, Int, Metadata, named, OneOf, Str, Text } from '../../platform/http/schema.ts'

const OrganizationName = Text(
  maxLength.name,
  'Display name, 1 to 200 characters.',
  'Harbour Hotels',
)

const Slug = Str(
  'URL-safe identifier, unique in the service. Default: made from the name.',
  'harbour-hotels',
  { ...slugLength, pattern: slugPattern.source },
)

const organizationFields = {
  id: Str('Unique id.', 'org_01JB0000000000000000000000'),
  name: OrganizationName,
  slug: Slug,
  plan: OneOf(planNames, 'The current plan.', 'free'),
  qpr_codes_count: Int('Number of codes.', 0),
  members_count: Int('Number of active members.', 1),
  created_at: Instant('When the organization was created.'),
}

export const OrganizationSchema = named('Organization', Type.Object(organizationFields))

export const OrganizationDetail = named(
  'OrganizationDetail',
  Type.Object({
    ...organizationFields,
    metadata: Metadata,
    role: OneOf(roles, 'Your role in the organization.', 'owner'),
  }),
)

export const NewOrganization = Type.Object({
  name: OrganizationName,
  slug: Type.Optional(Slug),
  metadata: Type.Optional(Metadata),
})
export type NewOrganization = Static<typeof NewOrganization>

export const OrganizationChanges = Type.Partial(NewOrganization)
export type OrganizationChanges = Static<typeof OrganizationChanges>

export const OrganizationPath = Type.Object({
  id: Str('The id or the slug of the organization.', 'harbour-hotels'),
})

const memberId = 'mem_01JB0000000000000000000000'
const invitationId = 'inv_01JB0000000000000000000000'

const RoleSchema = OneOf(roles, 'The role: `owner`, `admin`, `editor` or `viewer`.', 'editor')

const Email = Str('An e-mail address.', 'ana@example.com', {
  format: 'email',
  maxLength: 254,
})

export const MemberSchema = named(
  'Member',
  Type.Object({
    id: Str('Member id.', memberId),
    email: Email,
    role: RoleSchema,
    joined_at: Instant('When the member joined.'),
  }),
)

export const InvitationSchema = named(
  'Invitation',
  Type.Object({
    invitation_id: Str('Invitation id.', invitationId),
    email: Email,
    role: RoleSchema,
    expires_at: Instant('When the invitation expires: 7 days after it was last sent.'),
  }),
)

export const NewInvitation = Type.Object({
  email: Email,
  role: Type.Optional(
    OneOf(
      roles,
      'The role to grant. Default: `viewer`. Admins can grant any role except `owner`.',
      'editor',
      { default: 'viewer' },
    ),
  ),
})
export type NewInvitation = Static<typeof NewInvitation>

export const RoleChange = Type.Object({ role: RoleSchema })

export const MemberPath = Type.Object({
  ...OrganizationPath.properties,
  member_id: Str('The id of the member.', memberId),
})

export const InvitationPath = Type.Object({
  ...OrganizationPath.properties,
  invitation_id: Str('The id of the invitation.', invitationId),
})

export const InvitationLink = named(
  'InvitationLink',
  Type.Object({
    url: Str(
      'The address to pass on to the invited person. It works until the invitation is accepted, ' +
        'renewed or revoked, or expires.',
      `https://qpr.example/invitations/${invitationId}.yXbQ2pJ0`,
    ),
  }),
)

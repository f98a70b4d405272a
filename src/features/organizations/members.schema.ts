import { type Static, Type } from 'typebox'
import { roles } from '#contract/roles.ts'
import { Instant, named, OneOf, Str } from '../../platform/http/schema.ts'
import { OrganizationPath } from './organizations.schema.ts'

const memberId = 'mem_01JB0000000000000000000000'
const invitationId = 'inv_01JB0000000000000000000000'

const RoleSchema = OneOf(roles, 'The role: `owner`, `admin`, `editor` or `viewer`.', 'editor')

export const Email = Str('An e-mail address.', 'ana@example.com', {
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

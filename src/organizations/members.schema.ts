import { type Static, Type } from 'typebox'
import { roles } from '#contract/roles.ts'
import { named, Time } from '../http/schema.ts'
import { OrganizationPath } from './organizations.schema.ts'

const memberId = 'mem_01JB0000000000000000000000'
const invitationId = 'inv_01JB0000000000000000000000'

const RoleSchema = Type.Enum(roles, {
  description: 'The role: `owner`, `admin`, `editor` or `viewer`.',
  examples: ['editor'],
})

export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'An e-mail address.',
  examples: ['ana@example.com'],
})

export const MemberSchema = named(
  'Member',
  Type.Object({
    id: Type.String({ description: 'Member id.', examples: [memberId] }),
    email: Email,
    role: RoleSchema,
    joined_at: Time('When the member joined.'),
  }),
)

export const InvitationSchema = named(
  'Invitation',
  Type.Object({
    invitation_id: Type.String({
      description: 'Invitation id.',
      examples: [invitationId],
    }),
    email: Email,
    role: RoleSchema,
    expires_at: Time('When the invitation expires: 7 days after it was last sent.'),
  }),
)

export const NewInvitation = Type.Object({
  email: Email,
  role: Type.Optional(
    Type.Enum(roles, {
      description:
        'The role to grant. Default: `viewer`. Admins can grant any role except `owner`.',
      examples: ['editor'],
      default: 'viewer',
    }),
  ),
})
export type NewInvitation = Static<typeof NewInvitation>

export const RoleChange = Type.Object({ role: RoleSchema })

export const MemberPath = Type.Object({
  ...OrganizationPath.properties,
  member_id: Type.String({ description: 'The id of the member.', examples: [memberId] }),
})

export const InvitationPath = Type.Object({
  ...OrganizationPath.properties,
  invitation_id: Type.String({
    description: 'The id of the invitation.',
    examples: [invitationId],
  }),
})

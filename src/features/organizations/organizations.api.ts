import { Type } from 'typebox'
import { CursorQuery, NextCursor } from '../../platform/http/input/cursor.ts'
import { routes } from '../../platform/http/routes.ts'
import { Int, NoContent } from '../../platform/http/schema.ts'
import { HandoffSchema } from './handoffs.schema.ts'
import { putHandoff, retrieveHandoff } from './handoffs.ts'
import {
  copyInvitationLink,
  inviteMember,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './invitations.ts'
import { changeRole, listMembers, removeMember } from './members.ts'
import {
  InvitationLink,
  InvitationPath,
  InvitationSchema,
  MemberPath,
  MemberSchema,
  NewInvitation,
  NewOrganization,
  OrganizationChanges,
  OrganizationDetail,
  OrganizationPath,
  OrganizationSchema,
  RoleChange,
} from './organizations.schema.ts'
import {
  createOrganization,
  listOrganizations,
  prepareDeletion,
  retrieveOrganization,
  updateOrganization,
} from './organizations.ts'

const tooManyMails = {
  429:
    'Too many mails to this address (`too_many_mails`) or from this organization today ' +
    '(`too_many_invitations`), or the rate limit is reached.',
}
const slugTaken = { 409: 'The slug is already in use (`slug_taken`).' }
const planLimit = { 402: 'The plan does not allow one more (`plan_limit_reached`).' }

export const organizationRoutes = routes('Organizations', (app) => {
  app.get('/v1/organizations', {
    operationId: 'listOrganizations',
    summary: 'List organizations',
    description: 'All organizations that this key can access, oldest first.',
    querystring: CursorQuery,
    response: {
      200: Type.Object({
        organizations: Type.Array(OrganizationSchema, { description: 'The organizations.' }),
        total: Int('The full count.', 1),
        next_cursor: NextCursor,
      }),
    },
    read: (context, request) => listOrganizations(context, request.query),
  })

  app.post('/v1/organizations', {
    operationId: 'createOrganization',
    summary: 'Create an organization',
    description:
      'You become its owner. Requires a key without limits on organization, role or expiry.',
    errors: {
      ...slugTaken,
      ...planLimit,
      429: 'You created too many organizations today (`too_many_organizations`).',
    },
    body: NewOrganization,
    response: { 201: OrganizationSchema },
    change: (change, request) => createOrganization(change, request.body),
  })

  app.get('/v1/organizations/:id', {
    operationId: 'getOrganization',
    summary: 'Retrieve an organization',
    description: 'Returns the organization with its metadata and your role in it.',
    permission: 'organization:read',
    params: OrganizationPath,
    response: { 200: OrganizationDetail },
    read: (context, request) => retrieveOrganization(context, request.params.id),
  })

  app.patch('/v1/organizations/:id', {
    operationId: 'updateOrganization',
    summary: 'Change an organization',
    description: 'Omitted fields stay unchanged.',
    permission: 'organization:write',
    errors: slugTaken,
    params: OrganizationPath,
    body: OrganizationChanges,
    response: { 200: OrganizationDetail },
    change: (change, request) => updateOrganization(change, request.params.id, request.body),
  })

  app.delete('/v1/organizations/:id', {
    operationId: 'deleteOrganization',
    summary: 'Delete an organization',
    description:
      'Deletes the organization with its codes, members, invitations and keys, permanently.',
    permission: 'organization:delete',
    errors: {
      409:
        'It is the default organization of an account (`default_organization`), or it has ' +
        'a paid subscription (`subscription_running`).',
      503:
        'The database cannot be reached, or Stripe cannot be reached for an organization ' +
        'that has paid.',
    },
    params: OrganizationPath,
    response: { 204: NoContent },
    prepare: (context, request) => prepareDeletion(context, request.params.id),
  })
})

export const memberRoutes = routes('Members', (app) => {
  app.get('/v1/organizations/:id/members', {
    operationId: 'listMembers',
    summary: 'List members',
    description: 'All active members, in the order in which they joined.',
    permission: 'members:read',
    params: OrganizationPath,
    querystring: CursorQuery,
    response: {
      200: Type.Object({
        members: Type.Array(MemberSchema, { description: 'The members.' }),
        next_cursor: NextCursor,
      }),
    },
    read: (context, request) => listMembers(context, request.params.id, request.query),
  })

  app.post('/v1/organizations/:id/members', {
    operationId: 'inviteMember',
    summary: 'Invite a member',
    description:
      'Sends an e-mail with a link. Inviting the same address again renews the invitation: ' +
      'it keeps its id and gets the new role, a new expiry and a new mail.',
    permission: 'invitations:write',
    errors: {
      ...planLimit,
      409: 'The address already belongs to a member (`already_member`).',
      ...tooManyMails,
    },
    params: OrganizationPath,
    body: NewInvitation,
    response: { 200: InvitationSchema },
    change: (change, request) => inviteMember(change, request.params.id, request.body),
  })

  app.patch('/v1/organizations/:id/members/:member_id', {
    operationId: 'updateMember',
    summary: 'Change the role of a member',
    description: 'Only owners can make a member an owner, or change the role of an owner.',
    permission: 'members:write',
    errors: { 409: 'It would leave the organization without an owner (`last_owner`).' },
    params: MemberPath,
    body: RoleChange,
    response: { 200: MemberSchema },
    change: (change, request) => {
      const { id, member_id } = request.params
      return changeRole(change, id, member_id, request.body.role)
    },
  })

  app.delete('/v1/organizations/:id/members/:member_id', {
    operationId: 'removeMember',
    summary: 'Remove a member',
    description: 'Members can remove themselves to leave the organization.',
    permission: 'members:write',
    errors: {
      409:
        'It would leave the organization without an owner (`last_owner`), or it is the ' +
        'default organization of that account (`default_organization`).',
    },
    params: MemberPath,
    response: { 204: NoContent },
    change: (change, request) => {
      const { id, member_id } = request.params
      return removeMember(change, id, member_id)
    },
  })

  app.get('/v1/organizations/:id/invitations', {
    operationId: 'listInvitations',
    summary: 'List open invitations',
    description: 'Invitations that are neither accepted nor expired.',
    permission: 'invitations:read',
    params: OrganizationPath,
    querystring: CursorQuery,
    response: {
      200: Type.Object({
        invitations: Type.Array(InvitationSchema, { description: 'The open invitations.' }),
        next_cursor: NextCursor,
      }),
    },
    read: (context, request) => listInvitations(context, request.params.id, request.query),
  })

  app.get('/v1/organizations/:id/invitations/:invitation_id/link', {
    operationId: 'getInvitationLink',
    summary: 'Copy the link of an invitation',
    description:
      'A link to pass on yourself, for example while the service sends no mail. It proves no ' +
      'mailbox: a person without an account gets one that has only this organization until its ' +
      'address is confirmed, and a person with an account signs in first. The audit log has an ' +
      'entry for each link that is read.',
    permission: 'invitations:write',
    // A HEAD request would write an entry for a link that nobody has read.
    exposeHeadRoute: false,
    errors: {
      410: 'It has expired, or its sender may no longer invite (`invitation_closed`).',
    },
    params: InvitationPath,
    response: { 200: InvitationLink },
    change: (change, request) => {
      const { id, invitation_id } = request.params
      return copyInvitationLink(change, id, invitation_id)
    },
  })

  app.post('/v1/organizations/:id/invitations/:invitation_id/resend', {
    operationId: 'resendInvitation',
    summary: 'Resend an invitation',
    description:
      'The invitation keeps its id and role, and gets a new expiry and a new mail. An ' +
      'expired invitation is open again. Links in earlier mails stop working.',
    permission: 'invitations:write',
    errors: { ...planLimit, ...tooManyMails },
    params: InvitationPath,
    response: { 200: InvitationSchema },
    change: (change, request) => {
      const { id, invitation_id } = request.params
      return resendInvitation(change, id, invitation_id)
    },
  })

  app.delete('/v1/organizations/:id/invitations/:invitation_id', {
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description: 'Its link stops working immediately.',
    permission: 'invitations:write',
    params: InvitationPath,
    response: { 204: NoContent },
    change: (change, request) => {
      const { id, invitation_id } = request.params
      return revokeInvitation(change, id, invitation_id)
    },
  })
})

export const handoffRoutes = routes('Organizations', (app) => {
  app.get('/v1/organizations/:id/handoff', {
    operationId: 'getHandoff',
    summary: 'Retrieve the hand-off',
    description:
      'How visitors of the codes of this organization reach a person. A code can have its own.',
    permission: 'organization:read',
    params: OrganizationPath,
    response: { 200: HandoffSchema },
    read: (context, request) => retrieveHandoff(context, request.params.id),
  })

  app.put('/v1/organizations/:id/handoff', {
    operationId: 'putHandoff',
    summary: 'Change the hand-off',
    description: 'Replaces all fields; an omitted field gets its default.',
    permission: 'organization:write',
    params: OrganizationPath,
    body: HandoffSchema,
    response: { 200: HandoffSchema },
    change: (change, request) => putHandoff(change, request.params.id, request.body),
  })
})

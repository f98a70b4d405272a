import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { actorOf } from '../http/callers/actor.ts'
import type { Change } from '../http/change.ts'
import { CursorQuery, NextCursor } from '../http/input/cursor.schema.ts'
import { tagRoutes } from '../http/openapi/openapi.ts'
import { Int, NoContent } from '../http/schema.ts'
import type { Invitations } from './invitations.ts'
import {
  InvitationPath,
  InvitationSchema,
  MemberPath,
  MemberSchema,
  NewInvitation,
  RoleChange,
} from './members.schema.ts'
import type { Members } from './members.ts'
import {
  NewOrganization,
  OrganizationChanges,
  OrganizationDetail,
  OrganizationPath,
  OrganizationSchema,
} from './organizations.schema.ts'
import type { Organizations } from './organizations.ts'

interface Options {
  organizations: Organizations
  members: Members
  invitations: Invitations
  change: Change
}

const tooManyMails = {
  429:
    'Too many mails to this address (`too_many_mails`) or from this organization today ' +
    '(`too_many_invitations`), or the rate limit is reached.',
}
const slugTaken = { 409: 'The slug is already in use (`slug_taken`).' }
const planLimit = { 402: 'The plan does not allow one more (`plan_limit_reached`).' }

export const organizationRoutes =
  ({ organizations, members, invitations, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Members')
    app.get('/v1/organizations', {
      schema: {
        operationId: 'listOrganizations',
        summary: 'List organizations',
        description: 'All organizations that this key can access, oldest first.',
        tags: ['Organizations'],
        querystring: CursorQuery,
        response: {
          200: Type.Object({
            organizations: Type.Array(OrganizationSchema, { description: 'The organizations.' }),
            total: Int('The full count.', 1),
            next_cursor: NextCursor,
          }),
        },
      },
      handler: (request) => organizations.list(actorOf(request), request.query),
    })

    app.post('/v1/organizations', {
      config: {
        errors: {
          ...slugTaken,
          ...planLimit,
          429: 'You created too many organizations today (`too_many_organizations`).',
        },
      },
      schema: {
        operationId: 'createOrganization',
        summary: 'Create an organization',
        description:
          'You become its owner. Requires a key without limits on organization, role or expiry.',
        tags: ['Organizations'],
        body: NewOrganization,
        response: { 201: OrganizationSchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => organizations.create(tx, actorOf(request), request.body)),
    })

    app.get('/v1/organizations/:id', {
      config: { permission: 'organization:read' },
      schema: {
        operationId: 'getOrganization',
        summary: 'Retrieve an organization',
        description: 'Returns the organization with its metadata and your role in it.',
        tags: ['Organizations'],
        params: OrganizationPath,
        response: { 200: OrganizationDetail },
      },
      handler: (request) => organizations.retrieve(actorOf(request), request.params.id),
    })

    app.patch('/v1/organizations/:id', {
      config: { permission: 'organization:write', errors: slugTaken },
      schema: {
        operationId: 'updateOrganization',
        summary: 'Change an organization',
        description: 'Omitted fields stay unchanged.',
        tags: ['Organizations'],
        params: OrganizationPath,
        body: OrganizationChanges,
        response: { 200: OrganizationDetail },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) =>
          organizations.change(tx, actorOf(request), request.params.id, request.body),
        ),
    })

    app.delete('/v1/organizations/:id', {
      config: {
        permission: 'organization:delete',
        errors: {
          409:
            'It is the default organization of an account (`default_organization`), or it has ' +
            'a paid subscription (`subscription_running`).',
          503:
            'The database cannot be reached, or Stripe cannot be reached for an organization ' +
            'that has paid.',
        },
      },
      schema: {
        operationId: 'deleteOrganization',
        summary: 'Delete an organization',
        description:
          'Deletes the organization with its codes, members, invitations and keys, permanently.',
        tags: ['Organizations'],
        params: OrganizationPath,
        response: { 204: NoContent },
      },
      handler: (request, reply) =>
        change(request, reply, {
          prepare: () => organizations.prepareRemoval(actorOf(request), request.params.id),
        }),
    })

    app.get('/v1/organizations/:id/members', {
      config: { permission: 'members:read' },
      schema: {
        operationId: 'listMembers',
        summary: 'List members',
        description: 'All active members, in the order in which they joined.',
        params: OrganizationPath,
        querystring: CursorQuery,
        response: {
          200: Type.Object({
            members: Type.Array(MemberSchema, { description: 'The members.' }),
            next_cursor: NextCursor,
          }),
        },
      },
      handler: (request) => members.list(actorOf(request), request.params.id, request.query),
    })

    app.post('/v1/organizations/:id/members', {
      config: {
        permission: 'invitations:write',
        errors: {
          ...planLimit,
          409: 'The address already belongs to a member (`already_member`).',
          ...tooManyMails,
        },
      },
      schema: {
        operationId: 'inviteMember',
        summary: 'Invite a member',
        description:
          'Sends an e-mail with a link. Inviting the same address again renews the invitation: ' +
          'it keeps its id and gets the new role, a new expiry and a new mail.',
        params: OrganizationPath,
        body: NewInvitation,
        response: { 200: InvitationSchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) =>
          invitations.invite(tx, actorOf(request), request.params.id, request.body),
        ),
    })

    app.patch('/v1/organizations/:id/members/:member_id', {
      config: {
        permission: 'members:write',
        errors: { 409: 'It would leave the organization without an owner (`last_owner`).' },
      },
      schema: {
        operationId: 'updateMember',
        summary: 'Change the role of a member',
        description: 'Only owners can make a member an owner, or change the role of an owner.',
        params: MemberPath,
        body: RoleChange,
        response: { 200: MemberSchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => {
          const { id, member_id } = request.params
          return members.changeRole(tx, actorOf(request), id, member_id, request.body.role)
        }),
    })

    app.delete('/v1/organizations/:id/members/:member_id', {
      config: {
        permission: 'members:write',
        errors: {
          409:
            'It would leave the organization without an owner (`last_owner`), or it is the ' +
            'default organization of that account (`default_organization`).',
        },
      },
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member',
        description: 'Members can remove themselves to leave the organization.',
        params: MemberPath,
        response: { 204: NoContent },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => {
          const { id, member_id } = request.params
          return members.remove(tx, actorOf(request), id, member_id)
        }),
    })

    app.get('/v1/organizations/:id/invitations', {
      config: { permission: 'invitations:read' },
      schema: {
        operationId: 'listInvitations',
        summary: 'List open invitations',
        description: 'Invitations that are neither accepted nor expired.',
        params: OrganizationPath,
        querystring: CursorQuery,
        response: {
          200: Type.Object({
            invitations: Type.Array(InvitationSchema, { description: 'The open invitations.' }),
            next_cursor: NextCursor,
          }),
        },
      },
      handler: (request) => invitations.list(actorOf(request), request.params.id, request.query),
    })

    app.post('/v1/organizations/:id/invitations/:invitation_id/resend', {
      config: {
        permission: 'invitations:write',
        errors: { ...planLimit, ...tooManyMails },
      },
      schema: {
        operationId: 'resendInvitation',
        summary: 'Resend an invitation',
        description:
          'The invitation keeps its id and role, and gets a new expiry and a new mail. An ' +
          'expired invitation is open again. Links in earlier mails stop working.',
        params: InvitationPath,
        response: { 200: InvitationSchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => {
          const { id, invitation_id } = request.params
          return invitations.resend(tx, actorOf(request), id, invitation_id)
        }),
    })

    app.delete('/v1/organizations/:id/invitations/:invitation_id', {
      config: { permission: 'invitations:write' },
      schema: {
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        description: 'Its link stops working immediately.',
        params: InvitationPath,
        response: { 204: NoContent },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => {
          const { id, invitation_id } = request.params
          return invitations.revoke(tx, actorOf(request), id, invitation_id)
        }),
    })
  }

// The pages of studio-walk.pages.ts about members, keys, the plan and the account.
import type { Planted } from '../data/planted-organization.ts'
import type { StudioPage } from './studio-walk.pages.ts'
import { slug } from './studio-walk.ts'

export const peoplePages = ({
  organization,
  member,
  owner,
  invitation,
  key,
}: Planted): StudioPage[] => {
  const path = `/v1/organizations/${organization}`
  const invited = `${path}/invitations/${invitation}`
  const plan = 'subscription:write'
  return [
    {
      path: `${slug}/members`,
      heading: 'Members',
      controls: {
        'Invite a member': 'invitations:write',
        'Copy link for invited@example.com': 'invitations:write',
        'Role of viewer@example.com': 'members:write',
        'Remove editor@example.com': 'members:write',
        // Only owners touch owners.
        'Role of owner@example.com': 'organization:delete',
        'Remove owner@localhost': 'organization:delete',
      },
      menus: {
        'Actions for invited@example.com': {
          Renew: 'invitations:write',
          Revoke: 'invitations:write',
        },
      },
      requests: [
        {
          needs: 'invitations:write',
          method: 'POST',
          path: `${path}/members`,
          body: { email: 'new@example.com' },
        },
        {
          needs: 'members:write',
          method: 'PATCH',
          path: `${path}/members/${member}`,
          body: { role: 'admin' },
        },
        { needs: 'members:write', method: 'DELETE', path: `${path}/members/${member}` },
        {
          needs: 'organization:delete',
          method: 'PATCH',
          path: `${path}/members/${owner}`,
          body: { role: 'viewer' },
        },
        { needs: 'organization:delete', method: 'DELETE', path: `${path}/members/${owner}` },
        { needs: 'invitations:read', method: 'GET', path: `${path}/invitations` },
        { needs: 'invitations:write', method: 'GET', path: `${invited}/link` },
        { needs: 'invitations:write', method: 'POST', path: `${invited}/resend` },
        { needs: 'invitations:write', method: 'DELETE', path: invited },
      ],
    },
    {
      path: `${slug}/keys`,
      heading: 'Keys',
      // Everyone makes keys of their own; those of others are not even listed.
      controls: { 'New key': 'organization:read' },
      menus: { 'Actions for Point of sale': { Rotate: 'keys:manage', Revoke: 'keys:manage' } },
      requests: [
        {
          needs: 'keys:manage',
          method: 'DELETE',
          path: `/v1/api-keys/${key}`,
          refusal: '404 key_not_found',
        },
        {
          needs: 'keys:manage',
          method: 'POST',
          path: `/v1/api-keys/${key}/rotate`,
          refusal: '404 key_not_found',
        },
      ],
    },
    {
      path: `${slug}/plan`,
      heading: 'Plan',
      needs: 'subscription:read',
      controls: { 'Choose Starter': plan },
      requests: [
        { needs: 'subscription:read', method: 'GET', path: `${path}/usage` },
        { needs: 'subscription:read', method: 'GET', path: `${path}/subscription` },
        { needs: plan, method: 'PUT', path: `${path}/subscription`, body: { plan: 'starter' } },
        { needs: plan, method: 'DELETE', path: `${path}/subscription` },
        { needs: plan, method: 'POST', path: `${path}/subscription/portal` },
      ],
    },
    {
      path: `${slug}/notifications`,
      heading: 'Notifications',
      controls: {
        'A webhook fails': 'webhooks:read',
        '80 % of the plan is used': 'subscription:read',
        'A bad rating': 'conversations:read',
        Summary: 'scans:read',
      },
      requests: [
        {
          needs: 'webhooks:read',
          method: 'PATCH',
          path: `${path}/notifications`,
          body: { webhook_failing: true },
        },
        {
          needs: 'subscription:read',
          method: 'PATCH',
          path: `${path}/notifications`,
          body: { plan_limit: true },
        },
      ],
    },
    {
      path: `${slug}/settings`,
      heading: 'Settings',
      controls: {
        Name: 'organization:write',
        Save: 'organization:write',
        'Open the audit log': 'audit:read',
        'Delete organization': 'organization:delete',
      },
      requests: [
        { needs: 'organization:write', method: 'PATCH', path, body: { name: 'New' } },
        { needs: 'organization:delete', method: 'DELETE', path },
      ],
    },
    {
      path: `${slug}/settings/handoff`,
      heading: 'Hand-off to a person',
      reads: 'Monday',
      controls: { 'Time zone': 'organization:write', Save: 'organization:write' },
      requests: [
        {
          needs: 'organization:write',
          method: 'PUT',
          path: `${path}/handoff`,
          body: { enabled: false },
        },
      ],
    },
    {
      path: `${slug}/brand`,
      heading: 'Brand',
      controls: { 'Public name': 'organization:write', Save: 'organization:write' },
      requests: [
        { needs: 'organization:write', method: 'PATCH', path: `${path}/brand`, body: {} },
        { needs: 'organization:write', method: 'DELETE', path: `${path}/brand/logo` },
      ],
    },
    {
      path: `${slug}/settings/chat-tools`,
      heading: 'Chat tools',
      needs: 'organization:write',
      controls: { 'Add chat tool': 'organization:write' },
      requests: [
        { needs: 'organization:write', method: 'GET', path: `${path}/chat-targets` },
        {
          needs: 'organization:write',
          method: 'PUT',
          path: `${path}/chat-targets`,
          body: { targets: [] },
        },
      ],
    },
    {
      path: `${slug}/settings/retention`,
      heading: 'Retention',
      needs: 'organization:write',
      controls: { Save: 'organization:write' },
      requests: [{ needs: 'organization:write', method: 'PUT', path: `${path}/privacy`, body: {} }],
    },
    {
      path: `${slug}/settings/audit`,
      heading: 'Audit log',
      needs: 'audit:read',
      requests: [{ needs: 'audit:read', method: 'GET', path: `${path}/audit` }],
    },
  ]
}

/** Every page, in an order in which a user could press their way through. */

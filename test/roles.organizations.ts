// The organization, member and invitation entries of roles.operations.ts.
import { createCode, type Invitation, memberWith } from './harness/data/given.ts'
import type { Given, Operation } from './roles.operations.ts'

const otherMemberPath = async ({ service, organizationId }: Given) => {
  await service.keyOf('editor', organizationId, 'other@example.com')
  const { id } = await memberWith(service, organizationId, 'other@example.com')
  return `/v1/organizations/${organizationId}/members/${id}`
}

const invitationPath = async ({ service, organizationId }: Given) => {
  const organization = `/v1/organizations/${organizationId}`
  const email = 'invited@example.com'
  const { body } = await service.post<Invitation>(`${organization}/members`, { email })
  return `${organization}/invitations/${body.invitation_id}`
}

const brandPath = ({ organizationId }: Given) => `/v1/organizations/${organizationId}/brand`

const logo = {
  rawBody:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
  headers: { 'Content-Type': 'image/svg+xml' },
}

const newTemplate = async ({ service, organizationId }: Given) => ({
  path: `/v1/organizations/${organizationId}/templates`,
  body: { qpr_code_id: (await createCode(service, { organization_id: organizationId })).id },
})

const templatePath = async (given: Given) => {
  const { path, body } = await newTemplate(given)
  return `${path}/${(await given.service.post<{ id: string }>(path, body)).body.id}`
}

const templateOperations: Record<string, Operation> = {
  'GET /v1/organizations/{id}/templates': {
    permission: 'codes:read',
    request: async ({ organizationId }) => ({
      path: `/v1/organizations/${organizationId}/templates`,
    }),
  },
  'POST /v1/organizations/{id}/templates': { permission: 'codes:write', request: newTemplate },
  'GET /v1/organizations/{id}/templates/{template_id}': {
    permission: 'codes:read',
    request: async (given) => ({ path: await templatePath(given) }),
  },
  'PATCH /v1/organizations/{id}/templates/{template_id}': {
    permission: 'codes:write',
    request: async (given) => ({ path: await templatePath(given), body: { title: 'New' } }),
  },
  'DELETE /v1/organizations/{id}/templates/{template_id}': {
    permission: 'codes:write',
    request: async (given) => ({ path: await templatePath(given) }),
  },
}

export const organizationOperations: Record<string, Operation> = {
  ...templateOperations,
  'GET /v1/organizations': {
    permission: null,
    request: async () => ({ path: '/v1/organizations' }),
    namesNothing: true,
  },
  'POST /v1/organizations': {
    permission: null,
    request: async () => ({ path: '/v1/organizations', body: { name: 'Another' } }),
    namesNothing: true,
  },
  'GET /v1/organizations/{id}': {
    permission: 'organization:read',
    request: async ({ organizationId }) => ({ path: `/v1/organizations/${organizationId}` }),
  },
  'PATCH /v1/organizations/{id}': {
    permission: 'organization:write',
    request: async ({ organizationId }) => ({
      path: `/v1/organizations/${organizationId}`,
      body: { name: 'New' },
    }),
  },
  'DELETE /v1/organizations/{id}': {
    permission: 'organization:delete',
    request: async ({ organizationId }) => ({ path: `/v1/organizations/${organizationId}` }),
  },
  'GET /v1/organizations/{id}/brand': {
    permission: 'organization:read',
    request: async (given) => ({ path: brandPath(given) }),
  },
  'PATCH /v1/organizations/{id}/brand': {
    permission: 'organization:write',
    request: async (given) => ({ path: brandPath(given), body: { name: 'Harbour' } }),
  },
  'GET /v1/organizations/{id}/brand/logo': {
    permission: 'organization:read',
    request: async (given) => {
      await given.service.request('PUT', `${brandPath(given)}/logo`, logo)
      return { path: `${brandPath(given)}/logo` }
    },
  },
  'PUT /v1/organizations/{id}/brand/logo': {
    permission: 'organization:write',
    request: async (given) => ({ path: `${brandPath(given)}/logo`, ...logo }),
  },
  'DELETE /v1/organizations/{id}/brand/logo': {
    permission: 'organization:write',
    request: async (given) => ({ path: `${brandPath(given)}/logo` }),
  },
  'GET /v1/organizations/{id}/notifications': {
    permission: 'organization:read',
    request: async ({ organizationId }) => ({
      path: `/v1/organizations/${organizationId}/notifications`,
    }),
  },
  'PATCH /v1/organizations/{id}/notifications': {
    permission: 'organization:read',
    request: async ({ organizationId }) => ({
      path: `/v1/organizations/${organizationId}/notifications`,
      body: { summary: 'weekly' },
    }),
  },
  'GET /v1/organizations/{id}/members': {
    permission: 'members:read',
    request: async ({ organizationId }) => ({
      path: `/v1/organizations/${organizationId}/members`,
    }),
  },
  'POST /v1/organizations/{id}/members': {
    permission: 'invitations:write',
    request: async ({ organizationId }) => ({
      path: `/v1/organizations/${organizationId}/members`,
      body: { email: 'invited@example.com' },
    }),
  },
  'PATCH /v1/organizations/{id}/members/{member_id}': {
    permission: 'members:write',
    request: async (given) => ({ path: await otherMemberPath(given), body: { role: 'viewer' } }),
  },
  'DELETE /v1/organizations/{id}/members/{member_id}': {
    permission: 'members:write',
    request: async (given) => ({ path: await otherMemberPath(given) }),
  },
  'GET /v1/organizations/{id}/invitations': {
    permission: 'invitations:read',
    request: async ({ organizationId }) => ({
      path: `/v1/organizations/${organizationId}/invitations`,
    }),
  },
  'GET /v1/organizations/{id}/invitations/{invitation_id}/link': {
    permission: 'invitations:write',
    request: async (given) => ({ path: `${await invitationPath(given)}/link` }),
  },
  'POST /v1/organizations/{id}/invitations/{invitation_id}/resend': {
    permission: 'invitations:write',
    request: async (given) => ({ path: `${await invitationPath(given)}/resend` }),
  },
  'DELETE /v1/organizations/{id}/invitations/{invitation_id}': {
    permission: 'invitations:write',
    request: async (given) => ({ path: await invitationPath(given) }),
  },
}

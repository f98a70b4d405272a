import type { Permission } from '#contract/roles.ts'
import { auditSubjects, type Change, type Context, signal } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import {
  findOrganization,
  reachableOrganizations,
  requireOrganization,
} from '../organizations/access.ts'
import * as store from './codes.store.ts'
import { findFormer, findOwn, type KnownCode, type KnownScope } from './stays.store.ts'

type CodePermission = 'codes:read' | 'codes:write' | 'codes:delete'

/** 404, not 403: outsiders must not learn which codes exist. To change a code locks it. */
export const requireCode = async (
  context: Context,
  idOrShortId: string,
  permission: CodePermission,
): Promise<store.FoundRow> => {
  const { db, actor } = context
  const isLocking = permission !== 'codes:read'
  const code = await store.find(db, actor.userId, idOrShortId, { lock: isLocking })
  // A key may reach only one organization of its user.
  const { organizationId } = actor
  const isOutside = organizationId !== null && organizationId !== code?.organization_id
  if (!code || isOutside) throw codeNotFound(idOrShortId)
  await requireOrganization(context, code.organization_id, permission)
  auditSubjects(context, code.organization_id, [{ id: code.id, name: code.name }])
  return code
}

/**
 * A code whose scans and conversations are read: an own one, or one that has moved away from an
 * organization of the caller. `organization` decides between the two.
 */
export const requireKnownCode = async (
  context: Context,
  idOrShortId: string,
  permission: Permission,
  organization?: string,
): Promise<KnownCode> => {
  const { db } = context
  const reachable = reachableOrganizations(context)
  const named = organization === undefined ? null : await findOrganization(context, organization)
  const own = await findOwn(db, reachable, idOrShortId)
  const isOwn = own && (!named || named.id === own.organizationId)
  const former = isOwn ? undefined : await findFormer(db, reachable, idOrShortId, named?.id ?? null)
  const code = former ?? own
  if (!code) throw codeNotFound(idOrShortId)
  await requireOrganization(context, code.organizationId, permission)
  return code
}

/** The code or the organization of a request, with a permission check. */
export const requireScope = async (
  context: Context,
  { qpr_code_id, organization_id }: { qpr_code_id?: string; organization_id?: string },
  permission: Permission,
): Promise<KnownScope> => {
  if (qpr_code_id === undefined) {
    const { id } = await requireOrganization(context, organization_id, permission)
    return { organizationId: id, code: null }
  }
  const code = await requireKnownCode(context, qpr_code_id, permission, organization_id)
  return { organizationId: code.organizationId, code }
}

/** Every process that caches this code must read it again. */
export const invalidateCode = (change: Change, shortId: string) =>
  signal(change, { kind: 'code-changed', shortId })

export const codeNotFound = (id: string) =>
  problem(404, 'code_not_found', `There is no code ${id.slice(0, 100)}.`)

import { auditSubjects } from '../../platform/audit.ts'
import type { Change, Context } from '../../platform/context.ts'
import { type CursorQuery, openPage } from '../../platform/http/input/cursor.ts'
import { limitReached, problem } from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { codeNotFound } from '../codes/codes.access.ts'
import { codeAsExample } from '../codes/codes.ts'
import { requireOrganization } from '../organizations/access.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import type { NewTemplate, TemplateExample } from './saved-templates.schema.ts'
import * as store from './saved-templates.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    templates: { maxTemplates: number }
  }
}

export const listTemplates = async (context: Context, idOrSlug: string, query: CursorQuery) => {
  const { id } = await requireOrganization(context, idOrSlug, 'codes:read')
  const page = openPage({ list: 'templates', filter: [id], like: [''] as [string] }, query)
  const found = await store.list(context.db, id, page.part)
  const { rows, next } = page.close(found, (template) => [template.id])
  return { templates: rows.map(asTemplate), ...next }
}

export const retrieveTemplate = async (context: Context, idOrSlug: string, templateId: string) => {
  const { id } = await requireOrganization(context, idOrSlug, 'codes:read')
  const found = await store.find(context.db, id, templateId)
  if (!found) throw templateNotFound(templateId)
  return asDetail(found)
}

/**
 * The code stays as it is; later changes of it do not reach the template. It is read before the
 * transaction, because the audit log names what the transaction touches: the template.
 */
export const prepareSave = async (context: Context, idOrSlug: string, input: NewTemplate) => {
  const organization = await requireOrganization(context, idOrSlug, 'codes:write')
  const { organizationId, example } = await codeAsExample(context, input.qpr_code_id)
  if (organizationId !== organization.id) throw codeNotFound(input.qpr_code_id)
  return (change: Change) => saveTemplate(change, organizationId, input.title, example)
}

const saveTemplate = async (
  change: Change,
  organizationId: string,
  title: string | undefined,
  example: TemplateExample,
) => {
  const { db } = change
  await requireOrganization(change, organizationId, 'codes:write')
  // Parallel requests must not exceed the maximum.
  await lockOrganization(db, organizationId)
  const used = await store.count(db, organizationId)
  const { maxTemplates } = change.service.templates
  if (used >= maxTemplates) throw tooManyTemplates(maxTemplates)
  const now = change.now()
  const row: store.TemplateRow = {
    id: newId('tpl', now),
    organization_id: organizationId,
    title: title ?? example.name,
    template: example.template ?? 'business',
    contents: JSON.stringify(example),
    created_at: now,
    updated_at: now,
  }
  await store.insert(db, row)
  auditSubjects(change, organizationId, [{ id: row.id, name: row.title }])
  return asDetail(row)
}

export const renameTemplate = async (
  change: Change,
  idOrSlug: string,
  templateId: string,
  title: string,
) => {
  const { id } = await requireOrganization(change, idOrSlug, 'codes:write')
  const renamed = await store.rename(change.db, id, {
    id: templateId,
    title,
    updated_at: change.now(),
  })
  if (!renamed) throw templateNotFound(templateId)
  auditSubjects(change, id, [{ id: templateId, name: title }])
  return asDetail(renamed)
}

export const deleteTemplate = async (change: Change, idOrSlug: string, templateId: string) => {
  const { id } = await requireOrganization(change, idOrSlug, 'codes:write')
  const removed = await store.remove(change.db, id, templateId)
  if (!removed) throw templateNotFound(templateId)
  auditSubjects(change, id, [{ id: templateId, name: removed.title }])
}

const asTemplate = (row: store.ListedTemplate) => ({
  id: row.id,
  title: row.title,
  template: row.template,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})

const asDetail = (row: store.ListedTemplate & { contents: string }) => ({
  ...asTemplate(row),
  example: JSON.parse(row.contents) as TemplateExample,
})

const templateNotFound = (id: string) =>
  problem(404, 'template_not_found', `There is no template ${id.slice(0, 100)}.`)

const tooManyTemplates = (maximum: number) =>
  limitReached(
    `This organization already has the maximum of ${maximum} templates. Delete a template that is no ` +
      'longer needed.',
  )

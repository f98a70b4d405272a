import { type Static, Type } from 'typebox'
import { maxLength } from '#contract/limits.ts'
import { templates } from '#contract/templates.ts'
import type { Change, Context } from '../../platform/context.ts'
import { auditSubjects } from '../../platform/context.ts'
import { type CursorQuery, openPage } from '../../platform/http/input/cursor.ts'
import { limitReached, problem } from '../../platform/http/problem.ts'
import { Instant, named, OneOf, Str, Text } from '../../platform/http/schema.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import { countUpTo } from '../../platform/store/keyset.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { codeNotFound } from '../codes/codes.access.ts'
import { NewCode } from '../codes/codes.schema.ts'
import { codeAsExample } from '../codes/codes.ts'
import { requireOrganization } from '../organizations/access.ts'
import { OrganizationPath } from '../organizations/organizations.schema.ts'
import { lockOrganization } from '../organizations/organizations.ts'

const Title = Text(maxLength.name, 'The title of the template, 1 to 200 characters.', 'Our tables')

const fields = {
  id: Str('Unique id.', 'tpl_01JB0000000000000000000000'),
  title: Title,
  template: OneOf(templates, 'The value of `template` of the code.', 'hospitality'),
  created_at: Instant('When the template was saved.'),
  updated_at: Instant('When the template was last changed.'),
}

export const SavedTemplate = named('SavedTemplate', Type.Object(fields))

const { organization_id: _, ...example } = NewCode.properties

export const SavedTemplateDetail = named(
  'SavedTemplateDetail',
  Type.Object({
    ...fields,
    example: Type.Object(example, {
      description:
        'The fields of the code when the template was saved: a valid request body for creating a ' +
        'code. The logo is not included.',
    }),
  }),
)
type TemplateExample = Static<typeof SavedTemplateDetail>['example']

export const NewTemplate = Type.Object({
  qpr_code_id: Str('The id or the short id of a code of this organization.', 'k3v9x0pz', {
    maxLength: 100,
  }),
  title: Type.Optional({ ...Title, description: 'The title. Default: the name of the code.' }),
})
export type NewTemplate = Static<typeof NewTemplate>

export const TemplateChanges = Type.Object({ title: Title })

export const TemplatePath = Type.Object({
  ...OrganizationPath.properties,
  template_id: Str('The id of the template.', 'tpl_01JB0000000000000000000000'),
})

declare module '../../platform/context.ts' {
  interface Service {
    templates: { maxTemplates: number }
  }
}

export const listTemplates = async (context: Context, idOrSlug: string, query: CursorQuery) => {
  const { id } = await requireOrganization(context, idOrSlug, 'codes:read')
  const page = openPage({ list: 'templates', filter: [id], like: [''] as [string] }, query)
  const found = await listRows(context.db, id, page.part)
  const { rows, next } = page.close(found, (template) => [template.id])
  return { templates: rows.map(asTemplate), ...next }
}

export const retrieveTemplate = async (context: Context, idOrSlug: string, templateId: string) => {
  const { id } = await requireOrganization(context, idOrSlug, 'codes:read')
  const found = await findRow(context.db, id, templateId)
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
  const used = await countRows(db, organizationId)
  const { maxTemplates } = change.service.templates
  if (used >= maxTemplates) throw tooManyTemplates(maxTemplates)
  const now = change.now()
  const row: TemplateRow = {
    id: newId('tpl', now),
    organization_id: organizationId,
    title: title ?? example.name,
    template: example.template ?? 'business',
    contents: JSON.stringify(example),
    created_at: now,
    updated_at: now,
  }
  await insertRow(db, row)
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
  const renamed = await renameRow(change.db, id, {
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
  const removed = await removeRow(change.db, id, templateId)
  if (!removed) throw templateNotFound(templateId)
  auditSubjects(change, id, [{ id: templateId, name: removed.title }])
}

const asTemplate = (row: ListedTemplate) => ({
  id: row.id,
  title: row.title,
  template: row.template,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})

const asDetail = (row: ListedTemplate & { contents: string }) => ({
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

type TemplateRow = Tables['code_templates']

/** Without the contents, which can have 150 KB. */
const listColumns = ['id', 'title', 'template', 'created_at', 'updated_at'] as const
type ListedTemplate = Pick<TemplateRow, (typeof listColumns)[number]>

/** Oldest first: all, or those after a place. */
const listRows = async (
  db: Db,
  organizationId: string,
  part: { after: [string] | null; maximum: number } | null,
): Promise<ListedTemplate[]> => {
  const all = db
    .selectFrom('code_templates')
    .select(listColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
  if (!part) return await all.execute()
  const { after, maximum } = part
  return await (after ? all.where('id', '>', after[0]) : all).limit(maximum).execute()
}

const findRow = async (db: Db, organizationId: string, id: string) =>
  await db
    .selectFrom('code_templates')
    .select([...listColumns, 'contents'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

const countRows = (db: Db, organizationId: string): Promise<number> =>
  countUpTo(
    db,
    db.selectFrom('code_templates').select('id').where('organization_id', '=', organizationId),
  )

const insertRow = async (db: Db, row: TemplateRow) => {
  await db.insertInto('code_templates').values(row).execute()
}

const renameRow = async (
  db: Db,
  organizationId: string,
  { id, title, updated_at }: Pick<TemplateRow, 'id' | 'title' | 'updated_at'>,
) =>
  await db
    .updateTable('code_templates')
    .set({ title, updated_at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning([...listColumns, 'contents'])
    .executeTakeFirst()

const removeRow = async (db: Db, organizationId: string, id: string) =>
  await db
    .deleteFrom('code_templates')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst()

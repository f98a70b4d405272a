import type { Actor } from '../../platform/http/callers/actor.ts'
import type { CursorQuery } from '../../platform/http/input/cursor.schema.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { limitReached, problem } from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import { touch } from '../../platform/store/trail.ts'
import { codeNotFound } from '../codes/codes.problems.ts'
import type { Access } from '../organizations/access.ts'
import type { NewTemplate, TemplateExample } from './saved-templates.schema.ts'
import * as store from './saved-templates.store.ts'

interface SavedTemplatesOptions extends Base {
  access: Access
  /** A code with the fields that creating another one takes; 404 for outsiders. */
  exampleOf: (
    db: Db,
    actor: Actor,
    idOrShortId: string,
  ) => Promise<{ organizationId: string; example: TemplateExample }>
  /** Locks the organization, so that parallel requests cannot exceed the maximum. */
  organizations: { hold: (db: Db, id: string) => Promise<unknown> }
  mostTemplates: number
}

export type SavedTemplates = ReturnType<typeof createSavedTemplates>

/** The templates that an organization saves from its codes. */
export const createSavedTemplates = (options: SavedTemplatesOptions) => {
  const { database, clock, access, exampleOf, organizations, mostTemplates } = options

  const save = async (
    tx: Transaction,
    actor: Actor,
    organizationId: string,
    title: string | undefined,
    example: TemplateExample,
  ) => {
    await access.organization(tx.db, actor, organizationId, 'codes:write')
    await organizations.hold(tx.db, organizationId)
    const used = await store.count(tx.db, organizationId)
    if (used >= mostTemplates) throw tooManyTemplates(mostTemplates)
    const now = clock.now()
    const row: store.TemplateRow = {
      id: newId('tpl', now),
      organization_id: organizationId,
      title: title ?? example.name,
      template: example.template ?? 'business',
      contents: JSON.stringify(example),
      created_at: now,
      updated_at: now,
    }
    await store.insert(tx.db, row)
    touch(tx.db, organizationId, [{ id: row.id, name: row.title }])
    return asDetail(row)
  }

  return {
    async list(actor: Actor, idOrSlug: string, query: CursorQuery) {
      const { db } = database
      const { id } = await access.organization(db, actor, idOrSlug, 'codes:read')
      const page = openPage({ list: 'templates', filter: [id], like: [''] as [string] }, query)
      const found = await store.list(db, id, page.part)
      const { rows, next } = page.close(found, (template) => [template.id])
      return { templates: rows.map(asTemplate), ...next }
    },

    async retrieve(actor: Actor, idOrSlug: string, templateId: string) {
      const { db } = database
      const { id } = await access.organization(db, actor, idOrSlug, 'codes:read')
      const found = await store.find(db, id, templateId)
      if (!found) throw templateNotFound(templateId)
      return asDetail(found)
    },

    /**
     * The code stays as it is; later changes of it do not reach the template. It is read before the
     * transaction, because the audit log names what the transaction touches: the template.
     */
    async prepareSave(actor: Actor, idOrSlug: string, input: NewTemplate) {
      const { db } = database
      const organization = await access.organization(db, actor, idOrSlug, 'codes:write')
      const { organizationId, example } = await exampleOf(db, actor, input.qpr_code_id)
      if (organizationId !== organization.id) throw codeNotFound(input.qpr_code_id)
      return (tx: Transaction) => save(tx, actor, organizationId, input.title, example)
    },

    async rename(
      tx: Transaction,
      actor: Actor,
      idOrSlug: string,
      templateId: string,
      title: string,
    ) {
      const { id } = await access.organization(tx.db, actor, idOrSlug, 'codes:write')
      const change = { id: templateId, title, updated_at: clock.now() }
      const renamed = await store.rename(tx.db, id, change)
      if (!renamed) throw templateNotFound(templateId)
      touch(tx.db, id, [{ id: templateId, name: title }])
      return asDetail(renamed)
    },

    async remove(tx: Transaction, actor: Actor, idOrSlug: string, templateId: string) {
      const { id } = await access.organization(tx.db, actor, idOrSlug, 'codes:write')
      const removed = await store.remove(tx.db, id, templateId)
      if (!removed) throw templateNotFound(templateId)
      touch(tx.db, id, [{ id: templateId, name: removed.title }])
    },
  }
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

const tooManyTemplates = (most: number) =>
  limitReached(
    `This organization already has the maximum of ${most} templates. Delete a template that is no ` +
      'longer needed.',
  )

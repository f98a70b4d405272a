import { Type } from 'typebox'
import { actorOf } from '../../platform/http/callers/actor.ts'
import { CursorQuery, NextCursor } from '../../platform/http/input/cursor.schema.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import {
  NewTemplate,
  SavedTemplate,
  SavedTemplateDetail,
  TemplateChanges,
  TemplateListPath,
  TemplatePath,
} from './saved-templates.schema.ts'
import type { SavedTemplates } from './saved-templates.ts'

export const savedTemplateRoutes = (templates: SavedTemplates) =>
  routes('Codes', (app) => {
    app.get('/v1/organizations/:id/templates', {
      operationId: 'listSavedTemplates',
      summary: 'List the templates of an organization',
      description: 'The templates that the organization has saved, oldest first.',
      permission: 'codes:read',
      params: TemplateListPath,
      querystring: CursorQuery,
      response: {
        200: Type.Object({
          templates: Type.Array(SavedTemplate, { description: 'The templates.' }),
          next_cursor: NextCursor,
        }),
      },
      handler: (request) => templates.list(actorOf(request), request.params.id, request.query),
    })

    app.post('/v1/organizations/:id/templates', {
      operationId: 'saveTemplate',
      summary: 'Save a code as a template',
      description:
        'Copies the texts, the style and the other fields of a code. The code stays as it is, ' +
        'and later changes of it do not reach the template.',
      permission: 'codes:write',
      errors: { 409: 'The organization has too many templates (`limit_reached`).' },
      params: TemplateListPath,
      body: NewTemplate,
      response: { 201: SavedTemplateDetail },
      prepare: (_context, request) =>
        templates.prepareSave(actorOf(request), request.params.id, request.body),
    })

    app.get('/v1/organizations/:id/templates/:template_id', {
      operationId: 'getSavedTemplate',
      summary: 'Retrieve a template of an organization',
      description: 'Returns the template with its `example`.',
      permission: 'codes:read',
      params: TemplatePath,
      response: { 200: SavedTemplateDetail },
      handler: (request) => {
        const { id, template_id } = request.params
        return templates.retrieve(actorOf(request), id, template_id)
      },
    })

    app.patch('/v1/organizations/:id/templates/:template_id', {
      operationId: 'renameTemplate',
      summary: 'Rename a template of an organization',
      description: 'Codes that were created from it stay unchanged.',
      permission: 'codes:write',
      params: TemplatePath,
      body: TemplateChanges,
      response: { 200: SavedTemplateDetail },
      change: (tx, request) => {
        const { id, template_id } = request.params
        return templates.rename(tx, actorOf(request), id, template_id, request.body.title)
      },
    })

    app.delete('/v1/organizations/:id/templates/:template_id', {
      operationId: 'deleteTemplate',
      summary: 'Delete a template of an organization',
      description: 'Codes that were created from it stay unchanged.',
      permission: 'codes:write',
      params: TemplatePath,
      response: { 204: NoContent },
      change: (tx, request) => {
        const { id, template_id } = request.params
        return templates.remove(tx, actorOf(request), id, template_id)
      },
    })
  })

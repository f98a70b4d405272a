import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { actorOf } from '../../http/callers/actor.ts'
import type { Change } from '../../http/change.ts'
import { CursorQuery, NextCursor } from '../../http/input/cursor.schema.ts'
import { tagRoutes } from '../../http/openapi/openapi.ts'
import { NoContent } from '../../http/schema.ts'
import {
  NewTemplate,
  SavedTemplate,
  SavedTemplateDetail,
  TemplateChanges,
  TemplateListPath,
  TemplatePath,
} from './saved-templates.schema.ts'
import type { SavedTemplates } from './saved-templates.ts'

interface Options {
  templates: SavedTemplates
  change: Change
}

export const savedTemplateRoutes =
  ({ templates, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Codes')
    app.get('/v1/organizations/:id/templates', {
      config: { permission: 'codes:read' },
      schema: {
        operationId: 'listSavedTemplates',
        summary: 'List the templates of an organization',
        description: 'The templates that the organization has saved, oldest first.',
        params: TemplateListPath,
        querystring: CursorQuery,
        response: {
          200: Type.Object({
            templates: Type.Array(SavedTemplate, { description: 'The templates.' }),
            next_cursor: NextCursor,
          }),
        },
      },
      handler: (request) => templates.list(actorOf(request), request.params.id, request.query),
    })

    app.post('/v1/organizations/:id/templates', {
      config: {
        permission: 'codes:write',
        errors: { 409: 'The organization has too many templates (`limit_reached`).' },
      },
      schema: {
        operationId: 'saveTemplate',
        summary: 'Save a code as a template',
        description:
          'Copies the texts, the style and the other fields of a code. The code stays as it is, ' +
          'and later changes of it do not reach the template.',
        params: TemplateListPath,
        body: NewTemplate,
        response: { 201: SavedTemplateDetail },
      },
      handler: (request, reply) =>
        change(request, reply, {
          prepare: () => templates.prepareSave(actorOf(request), request.params.id, request.body),
        }),
    })

    app.get('/v1/organizations/:id/templates/:template_id', {
      config: { permission: 'codes:read' },
      schema: {
        operationId: 'getSavedTemplate',
        summary: 'Retrieve a template of an organization',
        description: 'Returns the template with its `example`.',
        params: TemplatePath,
        response: { 200: SavedTemplateDetail },
      },
      handler: (request) => {
        const { id, template_id } = request.params
        return templates.retrieve(actorOf(request), id, template_id)
      },
    })

    app.patch('/v1/organizations/:id/templates/:template_id', {
      config: { permission: 'codes:write' },
      schema: {
        operationId: 'renameTemplate',
        summary: 'Rename a template of an organization',
        description: 'Codes that were created from it stay unchanged.',
        params: TemplatePath,
        body: TemplateChanges,
        response: { 200: SavedTemplateDetail },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => {
          const { id, template_id } = request.params
          return templates.rename(tx, actorOf(request), id, template_id, request.body.title)
        }),
    })

    app.delete('/v1/organizations/:id/templates/:template_id', {
      config: { permission: 'codes:write' },
      schema: {
        operationId: 'deleteTemplate',
        summary: 'Delete a template of an organization',
        description: 'Codes that were created from it stay unchanged.',
        params: TemplatePath,
        response: { 204: NoContent },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => {
          const { id, template_id } = request.params
          return templates.remove(tx, actorOf(request), id, template_id)
        }),
    })
  }

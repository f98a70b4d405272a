import { Type } from 'typebox'
import { CursorQuery, NextCursor } from '../../platform/http/input/cursor.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import { OrganizationPath } from '../organizations/organizations.schema.ts'
import {
  deleteTemplate,
  listTemplates,
  NewTemplate,
  prepareSave,
  renameTemplate,
  retrieveTemplate,
  SavedTemplate,
  SavedTemplateDetail,
  TemplateChanges,
  TemplatePath,
} from './saved-templates.ts'

export const savedTemplateRoutes = routes('Codes', (app) => {
  app.get('/v1/organizations/:id/templates', {
    operationId: 'listSavedTemplates',
    summary: 'List the templates of an organization',
    description: 'The templates that the organization has saved, oldest first.',
    permission: 'codes:read',
    params: OrganizationPath,
    querystring: CursorQuery,
    response: {
      200: Type.Object({
        templates: Type.Array(SavedTemplate, { description: 'The templates.' }),
        next_cursor: NextCursor,
      }),
    },
    read: (context, request) => listTemplates(context, request.params.id, request.query),
  })

  app.post('/v1/organizations/:id/templates', {
    operationId: 'saveTemplate',
    summary: 'Save a code as a template',
    description:
      'Copies the texts, the style and the other fields of a code. The code stays as it is, ' +
      'and later changes of it do not reach the template.',
    permission: 'codes:write',
    errors: { 409: 'The organization has too many templates (`limit_reached`).' },
    params: OrganizationPath,
    body: NewTemplate,
    response: { 201: SavedTemplateDetail },
    prepare: (context, request) => prepareSave(context, request.params.id, request.body),
  })

  app.get('/v1/organizations/:id/templates/:template_id', {
    operationId: 'getSavedTemplate',
    summary: 'Retrieve a template of an organization',
    description: 'Returns the template with its `example`.',
    permission: 'codes:read',
    params: TemplatePath,
    response: { 200: SavedTemplateDetail },
    read: (context, request) => {
      const { id, template_id } = request.params
      return retrieveTemplate(context, id, template_id)
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
    change: (change, request) => {
      const { id, template_id } = request.params
      return renameTemplate(change, id, template_id, request.body.title)
    },
  })

  app.delete('/v1/organizations/:id/templates/:template_id', {
    operationId: 'deleteTemplate',
    summary: 'Delete a template of an organization',
    description: 'Codes that were created from it stay unchanged.',
    permission: 'codes:write',
    params: TemplatePath,
    response: { 204: NoContent },
    change: (change, request) => {
      const { id, template_id } = request.params
      return deleteTemplate(change, id, template_id)
    },
  })
})

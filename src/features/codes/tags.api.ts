import { routes } from '../../platform/http/routes.ts'
import { TagPage, TagQuery } from './tags.schema.ts'
import { listTags } from './tags.ts'

export const tagRoutes = routes('Codes', (app) => {
  app.get('/v1/tags', {
    operationId: 'listTags',
    summary: 'List tags',
    description: 'The tags of the codes of one organization, with the number of codes.',
    permission: 'codes:read',
    querystring: TagQuery,
    response: { 200: TagPage },
    read: (context, request) => listTags(context, request.query),
  })
})

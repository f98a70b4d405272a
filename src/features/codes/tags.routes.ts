import { actorOf } from '../../platform/http/callers/actor.ts'
import { routes } from '../../platform/http/routes.ts'
import { TagPage, TagQuery } from './tags.schema.ts'
import type { Tags } from './tags.ts'

export const tagRoutes = (tags: Tags) =>
  routes('Codes', (app) => {
    app.get('/v1/tags', {
      operationId: 'listTags',
      summary: 'List tags',
      description: 'The tags of the codes of one organization, with the number of codes.',
      permission: 'codes:read',
      querystring: TagQuery,
      response: { 200: TagPage },
      handler: (request) => tags.list(actorOf(request), request.query),
    })
  })

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import { tagRoutes as putUnder } from '../../http/openapi/openapi.ts'
import { TagPage, TagQuery } from './tags.schema.ts'
import type { Tags } from './tags.ts'

export const tagRoutes =
  ({ tags }: { tags: Tags }): FastifyPluginAsyncTypebox =>
  async (app) => {
    putUnder(app, 'Codes')
    app.get('/v1/tags', {
      config: { permission: 'codes:read' },
      schema: {
        operationId: 'listTags',
        summary: 'List tags',
        description: 'The tags of the codes of one organization, with the number of codes.',
        querystring: TagQuery,
        response: { 200: TagPage },
      },
      handler: (request) => tags.list(actorOf(request), request.query),
    })
  }

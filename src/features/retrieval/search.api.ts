import { routes } from '../../platform/http/routes.ts'
import { SearchQuery, SearchResult, searchKnowledge } from './retrieval.ts'

export const searchRoutes = routes('Knowledge', (app) => {
  app.get('/v1/knowledge/search', {
    operationId: 'searchKnowledge',
    summary: 'Search the sources',
    description: 'Shows the passages that an answer to this question would be based on.',
    permission: 'knowledge:read',
    querystring: SearchQuery,
    response: { 200: SearchResult },
    read: (context, request) => searchKnowledge(context, request.query),
  })
})

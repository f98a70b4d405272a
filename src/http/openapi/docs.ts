import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { OpenApiDocument } from '../reference/document.ts'
import { expanded } from '../reference/expanded.ts'
import { referenceStyle, renderReference } from '../reference/reference.ts'

const styleHash = createHash('sha256').update(referenceStyle).digest('base64')

/** Serves /openapi.json and /docs, generated once from the routes. */
export const serveReference = (app: FastifyInstance) => {
  const hidden = { schema: { hide: true } }
  let page: string | undefined

  app.get('/openapi.json', hidden, async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(app.swagger()),
  )
  app.get('/docs', hidden, async (_request, reply) => {
    page ??= renderReference(expanded(app.swagger() as OpenApiDocument))
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'public, max-age=300')
      .header(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; frame-ancestors 'none'; base-uri 'none'`,
      )
      .send(page)
  })
}

import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { readContext } from '../../platform/context.ts'
import { actorOf } from '../../platform/http/callers/authentication.ts'
import { routes } from '../../platform/http/routes.ts'
import { requireOrganization } from '../organizations/access.ts'
import { createFileSource } from './sources.create.ts'
import { FileQuery, maxFileBytes, SourceSchema } from './sources.schema.ts'
import { discardUpload, fileTooLarge, receiveUpload, takeUpload } from './uploads.ts'

/** Uploads, in a plugin of their own: here the body is a stream of any type. */
export const fileRoutes = routes('Knowledge', (app, server) => {
  const contextOf = (request: FastifyRequest) => readContext(server.service, actorOf(request))
  server.removeAllContentTypeParsers()
  // The content decides on the type of the file, so no declared type is refused.
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.post('/v1/knowledge/files', {
    operationId: 'uploadSource',
    summary: 'Upload a file',
    description:
      'The request body is the file itself: PDF, DOCX, Markdown, text, HTML or CSV, at most ' +
      '20 MB. Its content decides on its type, not its name. It is read in the background: ' +
      '`status` is `processing`, then `ready` or `failed`.',
    permission: 'knowledge:write',
    consumes: ['application/octet-stream'],
    errors: {
      402: 'The plan includes no more pages or MB (`plan_limit_reached`).',
      409: 'The organization has too many sources, pages or MB (`limit_reached`).',
      413: 'The file is larger than 20 MB (`file_too_large`).',
    },
    bodyLimit: maxFileBytes,
    streamsBody: true,
    // Before the body is read: no stranger may send 20 MB.
    preHandler: async (request) => {
      const { organization_id } = request.query
      await requireOrganization(contextOf(request), organization_id, 'knowledge:write')
      if (Number(request.headers['content-length']) > maxFileBytes) throw fileTooLarge()
    },
    querystring: FileQuery,
    response: { 201: SourceSchema },
    handler: async (request, reply) => {
      const context = contextOf(request)
      const upload = await receiveUpload(context, request.body as Readable | undefined)
      request.bodyHash = upload.hash
      let isTaken = false
      try {
        return await server.change(request, reply, async (change) => {
          isTaken = await takeUpload(change.db, upload.id)
          return await createFileSource(change, request.query, upload)
        })
      } catch (error) {
        isTaken = false
        throw error
      } finally {
        // A refused request, or a repeated one whose response is stored, leaves the bytes behind.
        if (!isTaken) await discardUpload(context, upload.id)
      }
    },
  })
})

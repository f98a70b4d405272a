import type { Readable } from 'node:stream'
import { actorOf } from '../../platform/http/callers/actor.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Database } from '../../platform/store/database.ts'
import type { Access } from '../organizations/access.ts'
import { FileQuery, maxFileBytes, SourceSchema } from './sources.schema.ts'
import type { Sources } from './sources.ts'
import { fileTooLarge, take, type Uploads } from './uploads.ts'

interface Options {
  sources: Sources
  uploads: Uploads
  access: Access
  database: Database
}

/** Uploads, in a plugin of their own: here the body is a stream of any type. */
export const fileRoutes = ({ sources, uploads, access, database }: Options) =>
  routes('Knowledge', (app, server) => {
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
        const actor = actorOf(request)
        await access.organization(database.db, actor, organization_id, 'knowledge:write')
        if (Number(request.headers['content-length']) > maxFileBytes) throw fileTooLarge()
      },
      querystring: FileQuery,
      response: { 201: SourceSchema },
      handler: async (request, reply) => {
        const upload = await uploads.receive(request.body as Readable | undefined)
        request.bodyHash = upload.hash
        let isTaken = false
        try {
          return await server.change(request, reply, async (tx) => {
            isTaken = await take(tx.db, upload.id)
            return await sources.addFile(tx, actorOf(request), request.query, upload)
          })
        } catch (error) {
          isTaken = false
          throw error
        } finally {
          // A refused request, or a repeated one whose response is stored, leaves the bytes behind.
          if (!isTaken) await uploads.discard(upload.id)
        }
      },
    })
  })

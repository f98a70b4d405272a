import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { readContext } from '../../platform/context.ts'
import { actorOf } from '../../platform/http/callers/authentication.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import { requireOrganization } from '../organizations/access.ts'
import { createFileSource, prepareSource } from './sources.create.ts'
import {
  Correction,
  FileQuery,
  maxFileBytes,
  NewSource,
  PageOfSources,
  PassageSchema,
  SourceChanges,
  SourcePath,
  SourceQuery,
  SourceSchema,
  SourceText,
  TextQuery,
} from './sources.schema.ts'
import { correctText, readSourceText } from './sources.text.ts'
import {
  deleteSource,
  listSources,
  refreshSource,
  retrieveSource,
  updateSource,
} from './sources.ts'
import { discardUpload, fileTooLarge, receiveUpload, takeUpload } from './uploads.ts'

const limits = {
  402: 'The plan includes no more pages (`plan_limit_reached`).',
  409: 'The organization has too many sources or pages (`limit_reached`).',
}

export const sourceRoutes = routes('Knowledge', (app) => {
  app.get('/v1/knowledge', {
    operationId: 'listSources',
    summary: 'List sources',
    description:
      'The sources of one organization, newest first: files, web pages, websites, and ' +
      'questions with answers. Codes answer from them in addition to their prompts.',
    permission: 'knowledge:read',
    querystring: SourceQuery,
    response: { 200: PageOfSources },
    read: (context, request) => listSources(context, request.query),
  })

  app.post('/v1/knowledge', {
    operationId: 'addSource',
    summary: 'Add a web page, a website, or a question with its answer',
    description:
      'A question is in use immediately. A page or a site is read in the background: ' +
      '`status` is `processing`, then `ready` or `failed`. Only pages of the same host are ' +
      'read, and only those that `robots.txt` allows.',
    permission: 'knowledge:write',
    errors: limits,
    body: NewSource,
    response: { 201: SourceSchema },
    prepare: (context, request) => prepareSource(context, request.body),
  })

  app.get('/v1/knowledge/:id', {
    operationId: 'getSource',
    summary: 'Retrieve a source',
    description: 'Returns the source with its progress while it is being read.',
    permission: 'knowledge:read',
    params: SourcePath,
    response: { 200: SourceSchema },
    read: (context, request) => retrieveSource(context, request.params.id),
  })

  app.get('/v1/knowledge/:id/text', {
    operationId: 'getSourceText',
    summary: 'Read the text of a source',
    description:
      'The text that codes answer from, in the order of the source, as passages of about 1,600 ' +
      'characters. While a source is read again, it is the former text.',
    permission: 'knowledge:read',
    params: SourcePath,
    querystring: TextQuery,
    response: { 200: SourceText },
    read: (context, request) => readSourceText(context, request.params.id, request.query),
  })

  app.put('/v1/knowledge/:id/text', {
    operationId: 'correctSourceText',
    summary: 'Correct the text of a source',
    description:
      'Replaces the text of a passage, such as one of a scan that was read wrongly. The next answer ' +
      'uses it. When the source is read again, corrections of what reads as before are kept; ' +
      '`reason` names those that were dropped. A source has at most 500 corrections.',
    permission: 'knowledge:write',
    errors: {
      409:
        'The source is being read (`source_processing`), or has too many corrections ' +
        '(`limit_reached`).',
    },
    params: SourcePath,
    body: Correction,
    response: { 200: PassageSchema },
    change: (change, request) => correctText(change, request.params.id, request.body),
  })

  app.patch('/v1/knowledge/:id', {
    operationId: 'changeSource',
    summary: 'Change a source',
    description:
      'Changes the title, the codes that use it, or how often it is read again; for a ' +
      'question also its text and its answer. The next answer uses the change. With another ' +
      '`encoding`, a text file is read again in the background.',
    permission: 'knowledge:write',
    params: SourcePath,
    body: SourceChanges,
    response: { 200: SourceSchema },
    change: (change, request) => updateSource(change, request.params.id, request.body),
  })

  app.post('/v1/knowledge/:id/refresh', {
    operationId: 'refreshSource',
    summary: 'Read a source again',
    description:
      'Reads the address or the stored file again in the background. Pages that have not ' +
      'changed are not processed again. Codes use the former state until it is finished.',
    permission: 'knowledge:write',
    errors: { 409: 'A question cannot be read again (`source_not_refreshable`).' },
    params: SourcePath,
    response: { 202: SourceSchema },
    change: (change, request) => refreshSource(change, request.params.id),
  })

  app.delete('/v1/knowledge/:id', {
    operationId: 'deleteSource',
    summary: 'Delete a source',
    description:
      'Deletes the source with its file, passages and vectors. No code answers from it any ' +
      'more. Citations of former answers keep their text.',
    permission: 'knowledge:write',
    params: SourcePath,
    response: { 204: NoContent },
    change: (change, request) => deleteSource(change, request.params.id),
  })
})

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
      'The request body is the file itself: PDF, DOCX, XLSX, PPTX, a photo (JPEG, PNG), Markdown, text, ' +
      'HTML or CSV, at most ' +
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

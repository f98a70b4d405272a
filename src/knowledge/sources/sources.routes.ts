import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import type { Change } from '../../http/change.ts'
import { tagRoutes } from '../../http/openapi/openapi.ts'
import { NoContent } from '../../http/schema.ts'
import {
  NewSource,
  SourceChanges,
  SourcePage,
  SourcePath,
  SourceQuery,
  SourceSchema,
} from './sources.schema.ts'
import type { Sources } from './sources.ts'

interface Options {
  sources: Sources
  change: Change
}

const limits = {
  402: 'The plan includes no more pages (`plan_limit_reached`).',
  409: 'The organization has too many sources or pages (`limit_reached`).',
}

export const sourceRoutes =
  ({ sources, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Knowledge')
    app.get('/v1/knowledge', {
      config: { permission: 'knowledge:read' },
      schema: {
        operationId: 'listSources',
        summary: 'List sources',
        description:
          'The sources of one organization, newest first: files, web pages, websites, and ' +
          'questions with answers. Codes answer from them in addition to their prompts.',
        querystring: SourceQuery,
        response: { 200: SourcePage },
      },
      handler: (request) => sources.list(actorOf(request), request.query),
    })

    app.post('/v1/knowledge', {
      config: { permission: 'knowledge:write', errors: limits },
      schema: {
        operationId: 'addSource',
        summary: 'Add a web page, a website, or a question with its answer',
        description:
          'A question is in use immediately. A page or a site is read in the background: ' +
          '`status` is `processing`, then `ready` or `failed`. Only pages of the same host are ' +
          'read, and only those that `robots.txt` allows.',
        body: NewSource,
        response: { 201: SourceSchema },
      },
      handler: (request, reply) =>
        change(request, reply, {
          prepare: () => sources.prepareAdd(actorOf(request), request.body),
        }),
    })

    app.get('/v1/knowledge/:id', {
      config: { permission: 'knowledge:read' },
      schema: {
        operationId: 'getSource',
        summary: 'Retrieve a source',
        description: 'Returns the source with its progress while it is being read.',
        params: SourcePath,
        response: { 200: SourceSchema },
      },
      handler: (request) => sources.retrieve(actorOf(request), request.params.id),
    })

    app.patch('/v1/knowledge/:id', {
      config: { permission: 'knowledge:write' },
      schema: {
        operationId: 'changeSource',
        summary: 'Change a source',
        description:
          'Changes the title, the codes that use it, or how often it is read again; for a ' +
          'question also its text and its answer. The next answer uses the change.',
        params: SourcePath,
        body: SourceChanges,
        response: { 200: SourceSchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) =>
          sources.change(tx, actorOf(request), request.params.id, request.body),
        ),
    })

    app.post('/v1/knowledge/:id/refresh', {
      config: {
        permission: 'knowledge:write',
        errors: { 409: 'A question cannot be read again (`source_not_refreshable`).' },
      },
      schema: {
        operationId: 'refreshSource',
        summary: 'Read a source again',
        description:
          'Reads the address or the stored file again in the background. Pages that have not ' +
          'changed are not processed again. Codes use the former state until it is finished.',
        params: SourcePath,
        response: { 202: SourceSchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => sources.refresh(tx, actorOf(request), request.params.id)),
    })

    app.delete('/v1/knowledge/:id', {
      config: { permission: 'knowledge:write' },
      schema: {
        operationId: 'deleteSource',
        summary: 'Delete a source',
        description:
          'Deletes the source with its file, passages and vectors. No code answers from it any ' +
          'more. Citations of former answers keep their text.',
        params: SourcePath,
        response: { 204: NoContent },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => sources.remove(tx, actorOf(request), request.params.id)),
    })
  }

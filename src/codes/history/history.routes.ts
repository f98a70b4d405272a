import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import type { Change } from '../../http/change.ts'
import { tagRoutes } from '../../http/openapi/openapi.ts'
import { CodeDetail, CodePath } from '../codes.schema.ts'
import type { Codes } from '../codes.ts'
import { VersionDetail, VersionPage, VersionPath, VersionQuery } from './history.schema.ts'

interface Options {
  codes: Codes
  change: Change
}

export const historyRoutes =
  ({ codes, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Codes')
    app.get('/v1/qpr-codes/:id/history', {
      config: { permission: 'codes:read' },
      schema: {
        operationId: 'listCodeVersions',
        summary: 'List the history of a code',
        description:
          'Former versions of the prompt, the welcome message and the suggestions, newest first: ' +
          'who replaced each one and when. The last `QPR_LIMIT_VERSIONS` (100) are kept.',
        params: CodePath,
        querystring: VersionQuery,
        response: { 200: VersionPage },
      },
      handler: (request) => codes.versions(actorOf(request), request.params.id, request.query),
    })

    app.get('/v1/qpr-codes/:id/history/:version', {
      config: { permission: 'codes:read' },
      schema: {
        operationId: 'getCodeVersion',
        summary: 'Retrieve a version of a code',
        description: 'The texts before and after the change that replaced this version.',
        params: VersionPath,
        response: { 200: VersionDetail },
      },
      handler: (request) => {
        const { id, version } = request.params
        return codes.version(actorOf(request), id, Number(version))
      },
    })

    app.post('/v1/qpr-codes/:id/history/:version/restore', {
      config: { permission: 'codes:write' },
      schema: {
        operationId: 'restoreCodeVersion',
        summary: 'Restore a version of a code',
        description:
          'Gives the code the prompt and the texts of this version again. The current ones ' +
          'become a new version.',
        params: VersionPath,
        response: { 200: CodeDetail },
      },
      handler: (request, reply) => {
        const { id, version } = request.params
        return change(request, reply, (tx) =>
          codes.restore(tx, actorOf(request), id, Number(version)),
        )
      },
    })
  }

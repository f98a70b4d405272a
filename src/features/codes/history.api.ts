import { routes } from '../../platform/http/routes.ts'
import { CodeDetail, CodePath } from './codes.schema.ts'
import { restoreVersion } from './codes.ts'
import { VersionDetail, VersionPage, VersionPath, VersionQuery } from './history.schema.ts'
import { listVersions, retrieveVersion } from './history.ts'

export const historyRoutes = routes('Codes', (app) => {
  app.get('/v1/qpr-codes/:id/history', {
    operationId: 'listCodeVersions',
    summary: 'List the history of a code',
    description:
      'Former versions of the prompt, the welcome message and the suggestions, newest first: ' +
      'who replaced each one and when. The last `QPR_LIMIT_VERSIONS` (100) are kept.',
    permission: 'codes:read',
    params: CodePath,
    querystring: VersionQuery,
    response: { 200: VersionPage },
    read: (context, request) => listVersions(context, request.params.id, request.query),
  })

  app.get('/v1/qpr-codes/:id/history/:version', {
    operationId: 'getCodeVersion',
    summary: 'Retrieve a version of a code',
    description: 'The texts before and after the change that replaced this version.',
    permission: 'codes:read',
    params: VersionPath,
    response: { 200: VersionDetail },
    read: (context, request) => {
      const { id, version } = request.params
      return retrieveVersion(context, id, Number(version))
    },
  })

  app.post('/v1/qpr-codes/:id/history/:version/restore', {
    operationId: 'restoreCodeVersion',
    summary: 'Restore a version of a code',
    description:
      'Gives the code the prompt and the texts of this version again. The current ones ' +
      'become a new version.',
    permission: 'codes:write',
    params: VersionPath,
    response: { 200: CodeDetail },
    change: (change, request) => {
      const { id, version } = request.params
      return restoreVersion(change, id, Number(version))
    },
  })
})

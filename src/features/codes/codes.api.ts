import { Type } from 'typebox'
import { maxBulkBytes, maxLogoBytes } from '#contract/limits.ts'
import { acceptLogos, logoIn, logoTypes, sendLogo } from '../../platform/http/input/body.ts'
import { pageFields } from '../../platform/http/input/cursor.ts'
import { routes } from '../../platform/http/routes.ts'
import { Int, NoContent } from '../../platform/http/schema.ts'
import { checkLogo } from '../drawing/scannable.ts'
import { applyBrand, archiveCodes, updateCodes } from './codes.bulk.ts'
import { PageOfTags, TagQuery } from './codes.contents.schema.ts'
import { listCodes } from './codes.list.ts'
import {
  BulkChanges,
  BulkCodes,
  CodeChanges,
  CodeDetail,
  CodeListItem,
  CodePath,
  CodeQuery,
  CodeSchema,
  ManyCodes,
  NewCode,
  StatusChange,
} from './codes.schema.ts'
import {
  createCode,
  createCodes,
  deleteCode,
  restoreVersion,
  retrieveCode,
  updateCode,
} from './codes.ts'
import { codeForPreview, deleteLogo, putLogo, retrieveLogo } from './drawings.ts'
import {
  listVersions,
  PageOfVersions,
  retrieveVersion,
  VersionDetail,
  VersionPath,
  VersionQuery,
} from './history.ts'
import { listTags } from './tags.ts'

const planLimit = { 402: 'The plan does not allow more active codes (`plan_limit_reached`).' }

export const codeRoutes = routes('Codes', (app) => {
  app.get('/v1/qpr-codes', {
    operationId: 'listCodes',
    summary: 'List codes',
    description:
      'The codes of one organization, newest first by default. The response has an `ETag`; ' +
      'a request with the same value in `If-None-Match` gets 304 while nothing has changed.',
    permission: 'codes:read',
    isRepeatable: true,
    querystring: CodeQuery,
    response: {
      200: Type.Object({
        codes: Type.Array(CodeListItem, { description: 'One page of codes.' }),
        ...pageFields(20),
      }),
    },
    read: (context, request) => listCodes(context, request.query),
  })

  app.post('/v1/qpr-codes', {
    operationId: 'createCode',
    summary: 'Create a code',
    description: 'Emits `qpr_code.created`.',
    permission: 'codes:write',
    errors: planLimit,
    body: NewCode,
    response: { 200: CodeSchema },
    change: (change, request) => createCode(change, request.body),
  })

  app.post('/v1/qpr-codes/bulk', {
    operationId: 'createCodes',
    summary: 'Create many codes',
    description:
      'Creates up to 500 codes in one transaction: all of them, or none if one is invalid. ' +
      '`errors` lists the first invalid codes. The body has at most 2 MB: split a larger import ' +
      'into several requests, each with its own `Idempotency-Key`, as the SDKs do. Emits ' +
      '`qpr_code.created` for each code.',
    permission: 'codes:write',
    errors: { ...planLimit, 413: 'The body is larger than 2 MB.' },
    bodyLimit: maxBulkBytes,
    body: BulkCodes,
    response: {
      200: Type.Object({
        codes: Type.Array(CodeSchema, {
          description: 'The codes, in the order of the request.',
        }),
      }),
    },
    change: (change, request) => createCodes(change, request.body),
  })

  app.patch('/v1/qpr-codes/bulk', {
    operationId: 'updateCodes',
    summary: 'Change many codes',
    description:
      'Sets status, style and model, and adds and removes tags, of up to 500 codes in one ' +
      'transaction. Omitted fields stay unchanged. If one code cannot be changed, none is.',
    permission: 'codes:write',
    errors: planLimit,
    body: BulkChanges,
    response: {
      200: Type.Object({ changed: Int('Number of codes that differ after the change.', 1) }),
    },
    change: (change, request) => updateCodes(change, request.body),
  })

  app.post('/v1/qpr-codes/archive', {
    operationId: 'archiveCodes',
    summary: 'Archive many codes',
    description:
      'Archives or restores up to 500 codes in one transaction. If one code cannot be ' +
      'changed, none is. Codes that already have the status stay unchanged.',
    permission: 'codes:write',
    body: StatusChange,
    response: {
      200: Type.Object({
        changed: Int('Number of codes whose status changed.', 1),
      }),
    },
    change: (change, request) => archiveCodes(change, request.body),
  })

  app.post('/v1/qpr-codes/apply-brand', {
    operationId: 'applyBrand',
    summary: 'Use the brand for many codes',
    description:
      'Removes the style and the logo of up to 500 codes in one transaction, so that they ' +
      'have the color and the logo of their organization’s brand. Printed copies stay valid.',
    permission: 'codes:write',
    body: ManyCodes,
    response: {
      200: Type.Object({
        changed: Int('Number of codes that had a style or a logo of their own.', 1),
      }),
    },
    change: (change, request) => applyBrand(change, request.body),
  })

  app.get('/v1/qpr-codes/:id', {
    operationId: 'getCode',
    summary: 'Retrieve a code',
    description: 'Returns the code with its prompt and all fields that the list omits.',
    permission: 'codes:read',
    params: CodePath,
    response: { 200: CodeDetail },
    read: (context, request) => retrieveCode(context, request.params.id),
  })

  app.patch('/v1/qpr-codes/:id', {
    operationId: 'updateCode',
    summary: 'Change a code',
    description:
      'Omitted fields stay unchanged. `status` archives or restores the code. The printed ' +
      'image stays valid whatever you change. `organization_id` moves the code, with its texts, ' +
      'their history and `scans_total`: scans, conversations, questions and sums stay in the ' +
      'former organization, which still lists them by the id of the code.',
    permission: 'codes:write',
    errors: planLimit,
    params: CodePath,
    body: CodeChanges,
    response: { 200: CodeDetail },
    change: (change, request) => updateCode(change, request.params.id, request.body),
  })

  app.delete('/v1/qpr-codes/:id', {
    operationId: 'deleteCode',
    summary: 'Delete a code',
    description:
      'Deletes the code with its scans and conversations, permanently. Printed copies stop ' +
      'working. To be able to restore a code, archive it instead. What the code left in ' +
      'organizations from which it has moved stays there.',
    permission: 'codes:delete',
    params: CodePath,
    response: { 204: NoContent },
    change: (change, request) => deleteCode(change, request.params.id),
  })
})

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
    response: { 200: PageOfVersions },
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

export const tagRoutes = routes('Codes', (app) => {
  app.get('/v1/tags', {
    operationId: 'listTags',
    summary: 'List tags',
    description: 'The tags of the codes of one organization, with the number of codes.',
    permission: 'codes:read',
    querystring: TagQuery,
    response: { 200: PageOfTags },
    read: (context, request) => listTags(context, request.query),
  })
})

/** The logo in the middle of a code: uploaded by its owner, never fetched from a URL. */
export const logoRoutes = routes('Images', (app, server) => {
  acceptLogos(server)

  app.get('/v1/qpr-codes/:id/logo', {
    operationId: 'getLogo',
    summary: 'Retrieve the logo of a code',
    description: 'Returns the file as it was uploaded.',
    permission: 'codes:read',
    produces: logoTypes,
    params: CodePath,
    read: async (context, request, reply) =>
      sendLogo(reply, await retrieveLogo(context, request.params.id)),
  })

  app.put('/v1/qpr-codes/:id/logo', {
    operationId: 'putLogo',
    summary: 'Upload a logo',
    description:
      'A PNG or an SVG of at most 64 KB. A logo that would use more error correction than ' +
      'a camera needs is refused.',
    permission: 'codes:write',
    consumes: logoTypes,
    errors: { 413: 'The logo is larger than 64 KB.', 415: 'The body is neither PNG nor SVG.' },
    bodyLimit: maxLogoBytes,
    params: CodePath,
    response: { 204: NoContent },
    prepare: async (context, request) => {
      const logo = logoIn(request)
      const { id } = request.params
      // Check the permission first: no work is spent on the logo of another owner's code.
      await codeForPreview(context, { qpr_code_id: id })
      await checkLogo(context, logo)
      return (change) => putLogo(change, id, logo)
    },
  })

  app.delete('/v1/qpr-codes/:id/logo', {
    operationId: 'deleteLogo',
    summary: 'Remove the logo of a code',
    description: 'Printed copies stay valid.',
    permission: 'codes:write',
    params: CodePath,
    response: { 204: NoContent },
    change: (change, request) => deleteLogo(change, request.params.id),
  })
})

import { Type } from 'typebox'
import { maxBulkBytes } from '#contract/limits.ts'
import { pageFields } from '../../platform/http/input/cursor.ts'
import { routes } from '../../platform/http/routes.ts'
import { Int, NoContent } from '../../platform/http/schema.ts'
import { applyBrand, archiveCodes, updateCodes } from './codes.bulk.ts'
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
import { createCode, createCodes, deleteCode, retrieveCode, updateCode } from './codes.ts'

const planLimit = { 402: 'The plan does not allow more active codes (`plan_limit_reached`).' }

export const codeRoutes = routes('Codes', (app, server) => {
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
    handler: (request, reply) => {
      const json = reply.type('application/json; charset=utf-8').serializer(String)
      return server.change(request, json, (change) =>
        createCodes(change, request.body),
      ) as Promise<never>
    },
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

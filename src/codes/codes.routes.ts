import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { actorOf } from '../http/callers/actor.ts'
import type { Change } from '../http/change.ts'
import { pageFields } from '../http/input/cursor.schema.ts'
import { tagRoutes } from '../http/openapi/openapi.ts'
import { Int, NoContent } from '../http/schema.ts'
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
import type { Codes } from './codes.ts'

interface Options {
  codes: Codes
  change: Change
}

const planLimit = { 402: 'The plan does not allow more active codes (`plan_limit_reached`).' }

export const codeRoutes =
  ({ codes, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Codes')
    app.get('/v1/qpr-codes', {
      config: { permission: 'codes:read', isRepeatable: true },
      schema: {
        operationId: 'listCodes',
        summary: 'List codes',
        description:
          'The codes of one organization, newest first by default. The response has an `ETag`; ' +
          'a request with the same value in `If-None-Match` gets 304 while nothing has changed.',
        querystring: CodeQuery,
        response: {
          200: Type.Object({
            codes: Type.Array(CodeListItem, { description: 'One page of codes.' }),
            ...pageFields(20),
          }),
        },
      },
      handler: (request) => codes.list(actorOf(request), request.query),
    })

    app.post('/v1/qpr-codes', {
      config: { permission: 'codes:write', errors: planLimit },
      schema: {
        operationId: 'createCode',
        summary: 'Create a code',
        description: 'Emits `qpr_code.created`.',
        body: NewCode,
        response: { 200: CodeSchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => codes.create(tx, actorOf(request), request.body)),
    })

    app.post('/v1/qpr-codes/bulk', {
      config: {
        permission: 'codes:write',
        errors: { ...planLimit, 413: 'The body is larger than 16 MB.' },
      },
      bodyLimit: 16 * 1024 * 1024,
      schema: {
        operationId: 'createCodes',
        summary: 'Create many codes',
        description:
          'Creates up to 500 codes in one transaction: all of them, or none if one is invalid. ' +
          '`errors` lists the first invalid codes. Emits `qpr_code.created` for each code.',
        body: BulkCodes,
        response: {
          200: Type.Object({
            codes: Type.Array(CodeSchema, {
              description: 'The codes, in the order of the request.',
            }),
          }),
        },
      },
      handler: (request, reply) => {
        const json = reply.type('application/json; charset=utf-8').serializer(String)
        return change(request, json, (tx) =>
          codes.createMany(tx, actorOf(request), request.body),
        ) as Promise<never>
      },
    })

    app.patch('/v1/qpr-codes/bulk', {
      config: { permission: 'codes:write', errors: planLimit },
      schema: {
        operationId: 'updateCodes',
        summary: 'Change many codes',
        description:
          'Sets status, style and model, and adds and removes tags, of up to 500 codes in one ' +
          'transaction. Omitted fields stay unchanged. If one code cannot be changed, none is.',
        body: BulkChanges,
        response: {
          200: Type.Object({ changed: Int('Number of codes that differ after the change.', 1) }),
        },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => codes.changeMany(tx, actorOf(request), request.body)),
    })

    app.post('/v1/qpr-codes/archive', {
      config: { permission: 'codes:write' },
      schema: {
        operationId: 'archiveCodes',
        summary: 'Archive many codes',
        description:
          'Archives or restores up to 500 codes in one transaction. If one code cannot be ' +
          'changed, none is. Codes that already have the status stay unchanged.',
        body: StatusChange,
        response: {
          200: Type.Object({
            changed: Int('Number of codes whose status changed.', 1),
          }),
        },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => codes.setStatus(tx, actorOf(request), request.body)),
    })

    app.post('/v1/qpr-codes/apply-brand', {
      config: { permission: 'codes:write' },
      schema: {
        operationId: 'applyBrand',
        summary: 'Use the brand for many codes',
        description:
          'Removes the style and the logo of up to 500 codes in one transaction, so that they ' +
          'have the color and the logo of their organization’s brand. Printed copies stay valid.',
        body: ManyCodes,
        response: {
          200: Type.Object({
            changed: Int('Number of codes that had a style or a logo of their own.', 1),
          }),
        },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => codes.applyBrand(tx, actorOf(request), request.body)),
    })

    app.get('/v1/qpr-codes/:id', {
      config: { permission: 'codes:read' },
      schema: {
        operationId: 'getCode',
        summary: 'Retrieve a code',
        description: 'Returns the code with its prompt and all fields that the list omits.',
        params: CodePath,
        response: { 200: CodeDetail },
      },
      handler: (request) => codes.retrieve(actorOf(request), request.params.id),
    })

    app.patch('/v1/qpr-codes/:id', {
      config: { permission: 'codes:write', errors: planLimit },
      schema: {
        operationId: 'updateCode',
        summary: 'Change a code',
        description:
          'Omitted fields stay unchanged. `status` archives or restores the code. The printed ' +
          'image stays valid whatever you change.',
        params: CodePath,
        body: CodeChanges,
        response: { 200: CodeDetail },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) =>
          codes.change(tx, actorOf(request), request.params.id, request.body),
        ),
    })

    app.delete('/v1/qpr-codes/:id', {
      config: { permission: 'codes:delete' },
      schema: {
        operationId: 'deleteCode',
        summary: 'Delete a code',
        description:
          'Deletes the code with its scans and conversations, permanently. Printed copies stop ' +
          'working. To be able to restore a code, archive it instead.',
        params: CodePath,
        response: { 204: NoContent },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => codes.remove(tx, actorOf(request), request.params.id)),
    })
  }

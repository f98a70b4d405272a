import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { maxLogoBytes } from '#contract/limits.ts'
import { type Actor, actorOf } from '../http/callers/actor.ts'
import type { Change } from '../http/change.ts'
import { acceptLogos, logoIn, logoTypes, sendLogo } from '../http/input/logo.ts'
import { tagRoutes } from '../http/openapi/openapi.ts'
import { NoContent } from '../http/schema.ts'
import { CodePath } from './codes.schema.ts'
import type { Codes } from './codes.ts'
import type { Logo } from './drawings.ts'

interface Options {
  codes: Codes
  change: Change
  /** Refuses logos that cannot be drawn. Runs in a thread, because a logo can take long. */
  checkLogo: (actor: Actor, logo: Logo) => Promise<void>
}

/** The logo in the middle of a code: uploaded by its owner, never fetched from a URL. */
export const logoRoutes =
  ({ codes, change, checkLogo }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Images')
    acceptLogos(app)

    app.get('/v1/qpr-codes/:id/logo', {
      config: { permission: 'codes:read', produces: logoTypes },
      schema: {
        operationId: 'getLogo',
        summary: 'Retrieve the logo of a code',
        description: 'Returns the file as it was uploaded.',
        params: CodePath,
      },
      handler: async (request, reply) =>
        sendLogo(reply, await codes.logo(actorOf(request), request.params.id)),
    })

    app.put('/v1/qpr-codes/:id/logo', {
      config: {
        permission: 'codes:write',
        consumes: logoTypes,
        errors: { 413: 'The logo is larger than 64 KB.', 415: 'The body is neither PNG nor SVG.' },
      },
      bodyLimit: maxLogoBytes,
      schema: {
        operationId: 'putLogo',
        summary: 'Upload a logo',
        description:
          'A PNG or an SVG of at most 64 KB. A logo that would use more error correction than ' +
          'a camera needs is refused.',
        params: CodePath,
        response: { 204: NoContent },
      },
      handler: async (request, reply) => {
        const logo = logoIn(request)
        const actor = actorOf(request)
        const { id } = request.params
        await change(request, reply, {
          prepare: async () => {
            // Check the permission first, so that no work is spent on the logo of another owner's
            // code.
            await codes.forPreview(actor, { qpr_code_id: id })
            await checkLogo(actor, logo)
            return (tx) => codes.putLogo(tx, actor, id, logo)
          },
        })
      },
    })

    app.delete('/v1/qpr-codes/:id/logo', {
      config: { permission: 'codes:write' },
      schema: {
        operationId: 'deleteLogo',
        summary: 'Remove the logo of a code',
        description: 'Printed copies stay valid.',
        params: CodePath,
        response: { 204: NoContent },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => codes.removeLogo(tx, actorOf(request), request.params.id)),
    })
  }

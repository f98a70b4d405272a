import { maxLogoBytes } from '#contract/limits.ts'
import { type Actor, actorOf } from '../../platform/http/callers/actor.ts'
import { acceptLogos, logoIn, logoTypes, sendLogo } from '../../platform/http/input/logo.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import type { Logo } from '../drawing/logo.ts'
import { CodePath } from './codes.schema.ts'
import type { Codes } from './codes.ts'

interface Options {
  codes: Codes
  /** Refuses logos that cannot be drawn. Runs in a thread, because a logo can take long. */
  checkLogo: (actor: Actor, logo: Logo) => Promise<void>
}

/** The logo in the middle of a code: uploaded by its owner, never fetched from a URL. */
export const logoRoutes = ({ codes, checkLogo }: Options) =>
  routes('Images', (app, server) => {
    acceptLogos(server)

    app.get('/v1/qpr-codes/:id/logo', {
      operationId: 'getLogo',
      summary: 'Retrieve the logo of a code',
      description: 'Returns the file as it was uploaded.',
      permission: 'codes:read',
      produces: logoTypes,
      params: CodePath,
      handler: async (request, reply) =>
        sendLogo(reply, await codes.logo(actorOf(request), request.params.id)),
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
      prepare: async (_context, request) => {
        const logo = logoIn(request)
        const actor = actorOf(request)
        const { id } = request.params
        // Check the permission first: no work is spent on the logo of another owner's code.
        await codes.forPreview(actor, { qpr_code_id: id })
        await checkLogo(actor, logo)
        return (tx) => codes.putLogo(tx, actor, id, logo)
      },
    })

    app.delete('/v1/qpr-codes/:id/logo', {
      operationId: 'deleteLogo',
      summary: 'Remove the logo of a code',
      description: 'Printed copies stay valid.',
      permission: 'codes:write',
      params: CodePath,
      response: { 204: NoContent },
      change: (tx, request) => codes.removeLogo(tx, actorOf(request), request.params.id),
    })
  })

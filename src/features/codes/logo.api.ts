import { maxLogoBytes } from '#contract/limits.ts'
import { acceptLogos, logoIn, logoTypes, sendLogo } from '../../platform/http/input/body.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import { checkLogo } from '../drawing/logo-check.ts'
import { CodePath } from './codes.schema.ts'
import { codeForPreview, deleteLogo, putLogo, retrieveLogo } from './drawings.ts'

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

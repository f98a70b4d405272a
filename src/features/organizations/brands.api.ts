import { maxLogoBytes } from '#contract/limits.ts'
import { acceptLogos, logoIn, logoTypes, sendLogo } from '../../platform/http/input/body.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import { checkLogo } from '../drawing/scannable.ts'
import { requireOrganization } from './access.ts'
import {
  BrandChanges,
  BrandSchema,
  deleteBrandLogo,
  putBrandLogo,
  retrieveBrand,
  retrieveBrandLogo,
  updateBrand,
} from './brands.ts'
import { OrganizationPath } from './organizations.schema.ts'

export const brandRoutes = routes('Organizations', (app, server) => {
  acceptLogos(server)

  app.get('/v1/organizations/:id/brand', {
    operationId: 'getBrand',
    summary: 'Retrieve the brand',
    description: 'Public name, color, contact and privacy policy of the organization.',
    permission: 'organization:read',
    params: OrganizationPath,
    response: { 200: BrandSchema },
    read: (context, request) => retrieveBrand(context, request.params.id),
  })

  app.patch('/v1/organizations/:id/brand', {
    operationId: 'updateBrand',
    summary: 'Change the brand',
    description:
      'Omitted fields stay unchanged; null clears a field. The images and pages of all codes ' +
      'without their own style, logo or contact change immediately.',
    permission: 'organization:write',
    params: OrganizationPath,
    body: BrandChanges,
    response: { 200: BrandSchema },
    change: (change, request) => updateBrand(change, request.params.id, request.body),
  })

  app.get('/v1/organizations/:id/brand/logo', {
    operationId: 'getBrandLogo',
    summary: 'Retrieve the logo of the brand',
    description: 'Returns the file as it was uploaded.',
    permission: 'organization:read',
    produces: logoTypes,
    params: OrganizationPath,
    read: async (context, request, reply) =>
      sendLogo(reply, await retrieveBrandLogo(context, request.params.id)),
  })

  app.put('/v1/organizations/:id/brand/logo', {
    operationId: 'putBrandLogo',
    summary: 'Upload the logo of the brand',
    description:
      'A PNG or an SVG of at most 64 KB, for the images and pages of all codes without a logo ' +
      'of their own.',
    permission: 'organization:write',
    consumes: logoTypes,
    errors: { 413: 'The logo is larger than 64 KB.', 415: 'The body is neither PNG nor SVG.' },
    bodyLimit: maxLogoBytes,
    params: OrganizationPath,
    response: { 204: NoContent },
    prepare: async (context, request) => {
      const logo = logoIn(request)
      const { id } = request.params
      // No work is spent on a logo for a caller without the permission.
      await requireOrganization(context, id, 'organization:write')
      await checkLogo(context, logo)
      return (change) => putBrandLogo(change, id, logo)
    },
  })

  app.delete('/v1/organizations/:id/brand/logo', {
    operationId: 'deleteBrandLogo',
    summary: 'Remove the logo of the brand',
    description: 'Printed copies stay valid.',
    permission: 'organization:write',
    params: OrganizationPath,
    response: { 204: NoContent },
    change: (change, request) => deleteBrandLogo(change, request.params.id),
  })
})

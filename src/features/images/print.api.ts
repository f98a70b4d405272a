import { routes } from '../../platform/http/routes.ts'
import { asBuffer, imageTypes } from './images.ts'
import { PiecePath, PiecePreview, PiecePreviewQuery, PieceQuery } from './print.schema.ts'
import { previewPiece, printPiece } from './print.ts'

/** Printed pieces that ask to be scanned, for members of the organization. */
export const printRoutes = routes('Images', (app) => {
  app.get('/v1/qpr-codes/:id/print', {
    operationId: 'printPiece',
    summary: 'Create a sticker, a table tent or a poster',
    description:
      'A piece for print with the code, a title and a call to action, in the colors of the ' +
      'code. A PDF has TrimBox and BleedBox. Texts are shrunk until they fit. Texts with ' +
      'letters that the font lacks are left out: see the preview. A size at which a module ' +
      'of the code would be smaller than 0.4 mm is refused.',
    permission: 'codes:read',
    produces: [imageTypes.pdf, imageTypes.svg],
    params: PiecePath,
    querystring: PieceQuery,
    read: async (context, { params, query }, reply) => {
      const { bytes, format, fileName } = await printPiece(context, params.id, query)
      // An SVG that is opened directly is a document and must not run scripts.
      reply.header('Content-Security-Policy', "default-src 'none'; img-src data:")
      return reply
        .type(imageTypes[format])
        .header('Content-Disposition', `attachment; filename="${fileName}"`)
        .send(asBuffer(bytes))
    },
  })

  app.get('/v1/qpr-codes/:id/print-preview', {
    operationId: 'previewPiece',
    summary: 'Preview a sticker, a table tent or a poster',
    description: 'Shows the piece after cutting, and tells which texts are left out or shortened.',
    permission: 'codes:read',
    params: PiecePath,
    querystring: PiecePreviewQuery,
    response: { 200: PiecePreview },
    read: (context, { params, query }) => previewPiece(context, params.id, query),
  })
})

import { Type } from 'typebox'
import { isKnown } from '../../platform/http/output/static-files.ts'
import { problem } from '../../platform/http/problem.ts'
import { routes } from '../../platform/http/routes.ts'
import { Str } from '../../platform/http/schema.ts'
import type { ImageFormat } from './drawing.thread.ts'
import {
  ImagePreview,
  ImageQuery,
  PiecePath,
  PiecePreview,
  PiecePreviewQuery,
  PieceQuery,
  PreviewRequest,
  SheetRequest,
} from './images.schema.ts'
import { asBuffer, imageTypes, previewImage, printSheet } from './images.ts'
import { previewPiece, printPiece } from './print.ts'

/** The images of codes are public, need no key, and may be embedded by any site. */
export const imageRoutes = routes('Images', (app, { service }) => {
  app.get('/qr/:file', {
    operationId: 'getImage',
    summary: 'Retrieve the QR image of a code',
    description:
      'Returns the image as `.png`, `.svg` or `.pdf`. It encodes `scan_url`, byte for ' +
      'byte. The default of every parameter is the saved style of the code. A style that ' +
      'cameras cannot read is refused.',
    isOpen: true,
    produces: Object.values(imageTypes),
    params: Type.Object({
      file: Str('The short id and the format.', 'k3v9x0pz.png'),
    }),
    querystring: ImageQuery,
    handler: async (request, reply) => {
      const { shortId, format } = parseFile(request.params.file)
      const { etag, draw } = await service.images.find(request.url, shortId, format, request.query)
      reply.headers({
        ETag: etag,
        'Cache-Control': 'public, max-age=300',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      if (isKnown(request, etag)) return reply.code(304).send()
      // An SVG that is opened directly is a document and must not run scripts.
      reply.header('Content-Security-Policy', "default-src 'none'; img-src data:")
      return reply.type(imageTypes[format]).send(await draw(request))
    },
  })
})

/** For members of the organization: print sheets and previews. */
export const drawingRoutes = routes('Images', (app) => {
  app.post('/v1/qpr-codes/preview-image', {
    operationId: 'previewImage',
    summary: 'Try a style',
    description:
      'Shows how an image looks and whether cameras can read it, and proposes changes ' +
      'until they can. Saves nothing, and is fast enough to call while a slider is dragged.',
    permission: 'codes:write',
    body: PreviewRequest,
    response: { 200: ImagePreview },
    read: (context, request) => previewImage(context, request.body),
  })

  app.post('/v1/qpr-codes/print-sheet', {
    operationId: 'printSheet',
    summary: 'Create a print sheet',
    description:
      'One PDF with up to 500 codes and their titles, on A4 or Letter. If the font lacks ' +
      'the script of a title, the address of the code is printed instead.',
    permission: 'codes:read',
    produces: ['application/pdf'],
    body: SheetRequest,
    read: async (context, request, reply) =>
      reply
        .type('application/pdf')
        .header('Content-Disposition', 'attachment; filename="codes.pdf"')
        .send(asBuffer(await printSheet(context, request.body))),
  })
})

const parseFile = (file: string): { shortId: string; format: ImageFormat } => {
  const [, shortId, format] = /^([^.]+)\.(png|svg|pdf)$/i.exec(file) ?? []
  if (shortId === undefined || format === undefined) {
    throw problem(
      404,
      'unknown_image',
      'The address of an image ends with SHORT_ID.png, SHORT_ID.svg or SHORT_ID.pdf.',
    )
  }
  return { shortId: shortId.toLowerCase(), format: format.toLowerCase() as ImageFormat }
}

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

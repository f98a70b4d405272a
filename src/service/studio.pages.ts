import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnerLanguage } from '#contract/languages.ts'
import { sendUnbuilt } from '../platform/http/output/page.ts'
import {
  etagOf,
  forever,
  isKnown,
  openSite,
  type Site,
  sendFile,
} from '../platform/http/output/static-files.ts'
import { problem } from '../platform/http/problem.ts'

interface Options {
  /** The folder of the build. */
  folder: string
  /** The path of the public address, such as a proxy's prefix; otherwise empty. */
  basePath: string
}

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'self'; " +
    "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
}

const words: Record<OwnerLanguage, { title: string; text: string }> = {
  en: {
    title: 'The Studio is not built yet',
    text: 'The service is running. Build the Studio with this command, then reload this page:',
  },
  de: {
    title: 'Das Studio ist noch nicht gebaut',
    text:
      'Der Dienst läuft. Bauen Sie das Studio mit diesem Befehl und laden Sie dann diese Seite ' +
      'neu:',
  },
}

/** The Studio: one page for all of its paths, and the files that the page uses. */
export const studioPages =
  ({ folder, basePath }: Options) =>
  async (app: FastifyInstance) => {
    let studio: Site | null = null
    let page = ''
    // Retried until it exists, because the Studio may be built while the service runs.
    const load = async () => {
      studio ??= await openSite({ folder, lastFile: 'index.html' })
      const built = page === '' ? await studio?.read('index.html') : null
      if (built) page = withBase(built.bodies.identity.toString('utf8'), `${basePath}/studio/`)
      return studio
    }
    // At the start: the next build may belong to another version of the API.
    await load()

    const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await load())) return sendUnbuilt(request, reply, words, 'npm run studio:build')
      const etag = etagOf(page)
      reply.headers(headers).header('Cache-Control', 'no-cache').header('ETag', etag)
      if (isKnown(request, etag)) return reply.code(304).send()
      return reply.type('text/html; charset=utf-8').send(page)
    }

    app.get('/studio', showPage)
    app.get('/studio/*', showPage)
    app.get<{ Params: { name: string } }>('/studio/assets/:name', async (request, reply) => {
      const file = await (await load())?.read(`assets/${request.params.name}`)
      if (!file) throw noSuchFile()
      return sendFile(request, reply, file, forever)
    })
  }

/** The URLs in the page are relative, so a prefix changes only the base. */
const withBase = (page: string, path: string): string =>
  page.replace(/<base href="[^"]*"/, () => `<base href="${path}"`)

const noSuchFile = () => problem(404, 'unknown_path', 'The Studio has no such file.')

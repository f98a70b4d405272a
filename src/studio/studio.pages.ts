import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, type PageLanguage, sendPage } from '../http/output/page.ts'
import { etagOf, forever, isKnown, sendFile } from '../http/output/static-file.ts'
import { problem } from '../http/problem.ts'
import { html } from '../kit/html.ts'
import { readStudio, type StudioFiles } from './files.ts'

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

const words: Record<PageLanguage, { title: string; text: string }> = {
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
    let studio: StudioFiles | null = null
    let page = ''
    // Retried until it exists, because the Studio may be built while the service runs.
    const load = async () => {
      studio ??= await readStudio(folder)
      if (studio && page === '') page = withBase(studio.page, `${basePath}/studio/`)
      return studio
    }

    const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await load())) return sendUnbuilt(request, reply)
      const etag = etagOf(page)
      reply.headers(headers).header('Cache-Control', 'no-cache').header('ETag', etag)
      if (isKnown(request, etag)) return reply.code(304).send()
      return reply.type('text/html; charset=utf-8').send(page)
    }

    app.get('/studio', showPage)
    app.get('/studio/*', showPage)
    app.get<{ Params: { name: string } }>('/studio/assets/:name', async (request, reply) => {
      const file = (await load())?.assets.get(request.params.name)
      if (!file) throw noSuchFile()
      return sendFile(request, reply, file, forever)
    })
  }

/** The URLs in the page are relative, so a prefix changes only the base. */
const withBase = (page: string, path: string): string =>
  page.replace(/<base href="[^"]*"/, () => `<base href="${path}"`)

const sendUnbuilt = (request: FastifyRequest, reply: FastifyReply) => {
  const language = languageOf(request)
  const { title, text } = words[language]
  const body = html`<p>${text}</p><p><code>npm run studio:build</code></p>`
  return sendPage(reply.code(503), { language, title, body })
}

const noSuchFile = () => problem(404, 'unknown_path', 'The Studio has no such file.')

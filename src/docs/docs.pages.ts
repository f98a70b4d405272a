import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, type PageLanguage, sendPage } from '../http/output/page.ts'
import { forever, sendFile } from '../http/output/static-file.ts'
import { problem } from '../http/problem.ts'
import { html } from '../kit/html.ts'
import { openSite, type Site } from './site.ts'

interface Options {
  /** The folder of the build. */
  folder: string
  /** The public address of the service, and its path; empty without one. */
  baseUrl: string
  basePath: string
}

const words: Record<PageLanguage, { title: string; text: string }> = {
  en: {
    title: 'The documentation is not built yet',
    text: 'Build it with this command, then reload this page:',
  },
  de: {
    title: 'Die Dokumentation ist noch nicht gebaut',
    text: 'Bauen Sie sie mit diesem Befehl und laden Sie dann diese Seite neu:',
  },
}

/** The documentation below /docs/. The address /docs leads to the API reference. */
export const docsPages =
  ({ folder, baseUrl, basePath }: Options) =>
  async (app: FastifyInstance) => {
    let site: Site | null = null
    let policy = ''
    // Retried until it exists, because the site may be built while the service runs.
    const load = async (): Promise<Site | null> => {
      site ??= await openSite({ folder, baseUrl, basePath })
      if (site && policy === '') policy = policyFor(await frontPage(site), site)
      return site
    }

    app.get('/docs', async (_request, reply) => reply.redirect(`${basePath}/docs/reference/`))
    app.get('/llms.txt', async (_request, reply) => reply.redirect(`${basePath}/docs/llms.txt`))
    app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
      const found = await load()
      if (!found) return sendUnbuilt(request, reply)
      const name = found.nameOf(request.params['*'])
      if (name === null) return sendMissing(found, request, reply)
      return send(found, name, request, reply)
    })

    const send = async (from: Site, name: string, request: FastifyRequest, reply: FastifyReply) => {
      const file = await from.read(name)
      if (!file) throw noSuchPage()
      if (name.endsWith('.html')) {
        reply.header('Content-Security-Policy', policy).header('X-Frame-Options', 'DENY')
      }
      const cacheControl = name.startsWith('assets/') ? forever : 'public, max-age=300'
      return sendFile(request, reply, file, cacheControl)
    }

    const sendMissing = (from: Site, request: FastifyRequest, reply: FastifyReply) => {
      if (!request.headers.accept?.includes('text/html')) throw noSuchPage()
      return send(from, '404.html', request, reply.code(404))
    }
  }

const frontPage = async (site: Site): Promise<string> =>
  (await site.read('index.html'))?.bodies.identity.toString('utf8') ?? ''

/** Scripts and styles from this service, and the two inline scripts that every page has. */
const policyFor = (page: string, site: Site): string => {
  const hashes = site
    .scriptsOf(page)
    .map((code) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return (
    `default-src 'none'; script-src 'self'${hashes.join('')}; style-src 'self'; ` +
    "img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; " +
    "frame-ancestors 'none'"
  )
}

const sendUnbuilt = (request: FastifyRequest, reply: FastifyReply) => {
  const language = languageOf(request)
  const { title, text } = words[language]
  const body = html`<p>${text}</p><p><code>npm run docs:build</code></p>`
  return sendPage(reply.code(503), { language, title, body })
}

const noSuchPage = () =>
  problem(404, 'unknown_path', 'The documentation has no such page. See /docs/llms.txt.')

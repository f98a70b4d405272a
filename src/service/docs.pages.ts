import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnerLanguage } from '#contract/languages.ts'
import { sendUnbuilt } from '../platform/http/output/page.ts'
import { forever, openSite, type Site, sendFile } from '../platform/http/output/static-files.ts'
import { problem } from '../platform/http/problem.ts'

interface Options {
  /** The folder of the build. */
  folder: string
  /** The public address of the service, and its path; empty without one. */
  baseUrl: string
  basePath: string
}

const words: Record<OwnerLanguage, { title: string; text: string }> = {
  en: {
    title: 'The documentation is not built yet',
    text: 'Build it with this command, then reload this page:',
  },
  de: {
    title: 'Die Dokumentation ist noch nicht gebaut',
    text: 'Bauen Sie sie mit diesem Befehl und laden Sie dann diese Seite neu:',
  },
}

/** The address in the examples of the reference as they were built. */
const exampleAddress = 'http://localhost:3000'

/** The page, its script and its Markdown. Guides keep their address: a proxy forwards to it. */
const isReference = (name: string): boolean => /^(assets\/)?reference[/_]/.test(name)

/** The documentation below /docs/. The address /docs itself is the API reference. */
export const docsPages =
  ({ folder, baseUrl, basePath }: Options) =>
  async (app: FastifyInstance) => {
    let site: Site | null = null
    let policy = ''
    const withPath = (text: string): string =>
      text.replaceAll(/(["'`(=])\/docs\//g, `$1${basePath}/docs/`)
    const changeOf = (name: string) => {
      if (isReference(name) && baseUrl !== exampleAddress) {
        return (text: string) => withPath(text).replaceAll(exampleAddress, baseUrl)
      }
      return basePath === '' ? null : withPath
    }
    // Retried until it exists, because the site may be built while the service runs.
    const load = async (): Promise<Site | null> => {
      site ??= await openSite({ folder, lastFile: 'llms.txt', changeOf })
      if (site && policy === '') policy = policyFor(await frontPage(site))
      return site
    }
    await load()

    const answer = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
      const found = await load()
      if (!found) return sendUnbuilt(request, reply, words, 'npm run docs:build')
      const name = nameOf(found, path)
      if (name === null) return sendMissing(found, request, reply)
      return send(found, name, request, reply)
    }

    app.get('/docs', (request, reply) => answer('reference/', request, reply))
    app.get('/llms.txt', async (_request, reply) => reply.redirect(`${basePath}/docs/llms.txt`))
    app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
      answer(request.params['*'], request, reply),
    )

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

/** The file of an address below /docs/: a page, or the file itself. */
const nameOf = (site: Site, path: string): string | null => {
  const wanted = path === '' || path.endsWith('/') ? `${path}index` : path
  // Without VitePress the build contains only the Markdown.
  return [wanted, `${wanted}.html`, `${wanted}.md`].find((name) => site.has(name)) ?? null
}

/** The inline scripts of a page. */
const scriptsOf = (page: string): string[] =>
  page
    .split('<script')
    .slice(1)
    // A script with an address has other attributes than an id.
    .filter((part) => /^(?: id="[^"]*")?>/.test(part))
    .map((part) => part.slice(part.indexOf('>') + 1).split('</script>', 1)[0] ?? '')

/** Scripts and styles from this service, and the inline scripts that every page has. */
const policyFor = (page: string): string => {
  const hashes = scriptsOf(page).map(
    (code) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  return (
    `default-src 'none'; script-src 'self'${hashes.join('')}; style-src 'self'; ` +
    "img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; " +
    "frame-ancestors 'none'"
  )
}

const noSuchPage = () =>
  problem(404, 'unknown_path', 'The documentation has no such page. See /docs/llms.txt.')

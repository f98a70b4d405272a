import { createHash } from 'node:crypto'
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

interface StudioOptions {
  /** The folder of the build. */
  folder: string
  /** The path of the public address, such as a proxy's prefix; otherwise empty. */
  basePath: string
}

const studioHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'self'; " +
    "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
}

const studioUnbuilt: Record<OwnerLanguage, { title: string; text: string }> = {
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
  fr: {
    title: 'Le Studio n’est pas encore généré',
    text: 'Le service fonctionne. Générez le Studio avec cette commande, puis rechargez cette page :',
  },
  es: {
    title: 'El Studio aún no está generado',
    text: 'El servicio funciona. Genere el Studio con este comando y recargue después esta página:',
  },
  it: {
    title: 'Lo Studio non è ancora generato',
    text: 'Il servizio è in funzione. Generi lo Studio con questo comando, poi ricarichi questa pagina:',
  },
}

/** The Studio: one page for all of its paths, and the files that the page uses. */
export const studioPages =
  ({ folder, basePath }: StudioOptions) =>
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
      if (!(await load())) return sendUnbuilt(request, reply, studioUnbuilt, 'npm run studio:build')
      const etag = etagOf(page)
      reply.headers(studioHeaders).header('Cache-Control', 'no-cache').header('ETag', etag)
      if (isKnown(request, etag)) return reply.code(304).send()
      return reply.type('text/html; charset=utf-8').send(page)
    }

    app.get('/studio', showPage)
    app.get('/studio/*', showPage)
    // Beside the pages, because a service worker reaches only what is below it.
    app.get('/studio/push.js', async (request, reply) => {
      const file = await (await load())?.read('push.js')
      if (!file) throw noSuchFile()
      return sendFile(request, reply, file, 'no-cache')
    })
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

interface DocsOptions {
  /** The folder of the build. */
  folder: string
  /** The public address of the service, and its path; empty without one. */
  baseUrl: string
  basePath: string
}

const docsUnbuilt: Record<OwnerLanguage, { title: string; text: string }> = {
  en: {
    title: 'The documentation is not built yet',
    text: 'Build it with this command, then reload this page:',
  },
  de: {
    title: 'Die Dokumentation ist noch nicht gebaut',
    text: 'Bauen Sie sie mit diesem Befehl und laden Sie dann diese Seite neu:',
  },
  fr: {
    title: 'La documentation n’est pas encore générée',
    text: 'Générez-la avec cette commande, puis rechargez cette page :',
  },
  es: {
    title: 'La documentación aún no está generada',
    text: 'Genérela con este comando y recargue después esta página:',
  },
  it: {
    title: 'La documentazione non è ancora generata',
    text: 'La generi con questo comando, poi ricarichi questa pagina:',
  },
}

/** The address in the examples of the reference as they were built. */
const exampleAddress = 'http://localhost:3000'

/** The page, its script and its Markdown. Guides keep their address: a proxy forwards to it. */
const isReference = (name: string): boolean => /^(assets\/)?reference[/_]/.test(name)

/** The documentation below /docs/. The address /docs itself is the API reference. */
export const docsPages =
  ({ folder, baseUrl, basePath }: DocsOptions) =>
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
      if (!found) return sendUnbuilt(request, reply, docsUnbuilt, 'npm run docs:build')
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

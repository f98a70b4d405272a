import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ScanLanguage } from '#contract/languages.ts'
import { maxLength } from '#contract/limits.ts'
import { acceptForms } from '../../platform/http/input/body.ts'
import { Problem } from '../../platform/http/problem.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import type { Database } from '../../platform/store/database.ts'
import { isText } from '../../platform/text/text.ts'
import type { Turns } from '../answers/turns.ts'
import type { Page, VisitorPages } from '../page/page.ts'
import type { ScannedPage } from '../page/parts.ts'
import { scanCookieOf } from './visits.routes.ts'
import type { Visits } from './visits.ts'

interface Options {
  database: Database
  visits: Visits
  turns: Pick<Turns, 'find'>
  pages: VisitorPages
  https: boolean
  /** The path below which visitors reach the service. */
  root: string
  /** The page of a code; null when visitors cannot talk to the code. */
  pageOf: (shortId: string, language: ScanLanguage) => Promise<ScannedPage | null>
  languageOf: (request: FastifyRequest) => ScanLanguage
}

type ShortIdRequest = FastifyRequest<{ Params: { short_id: string } }>

/** The maximum time to wait for the answer. The page refreshes itself to show a longer one. */
const patienceMs = 20 * secondMs

/** The conversation of a browser without JavaScript: a form, with a full page as the response. */
export const createChat = (options: Options) => {
  const { database, visits, turns, pages, https, root, pageOf, languageOf } = options

  const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
    /(?:^|;\s{0,9})qpr_talk=([\w-]{22})(?:;|$)/.exec(headers.cookie ?? '')?.[1]

  const keepToken = (reply: FastifyReply, shortId: string, token: string) =>
    reply.header(
      'Set-Cookie',
      `qpr_talk=${token}; Path=${root}/s/${shortId}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`,
    )

  const open = async (request: ShortIdRequest, shortId: string): Promise<string> => {
    const visitor = {
      limit: request.addressLimit,
      language: languageOf(request),
      scan: scanCookieOf(request.headers),
    }
    const { token } = await database.transaction((tx) => visits.open(tx, shortId, visitor))
    return token
  }

  const say = (token: string, text: string) =>
    database.transaction((tx) => visits.say(tx, token, { text }))

  /** Sends the message in the conversation of the cookie, or in a new one when that has ended. */
  const sayInTalk = async (request: ShortIdRequest, shortId: string, text: string) => {
    const known = tokenOf(request)
    if (known !== undefined) {
      try {
        await say(known, text)
        return known
      } catch (error) {
        if (!(error instanceof Problem) || ![404, 410].includes(error.status)) throw error
      }
    }
    const token = await open(request, shortId)
    await say(token, text)
    return token
  }

  const waitForAnswer = async (token: string) => {
    const { id } = await visits.find(token)
    const over = turns.find(id)?.over
    if (over) await Promise.race([over, wait(patienceMs, undefined, { ref: false })])
  }

  /** The conversation until now as a page; null when it has no messages. */
  const pageOfTalk = async (
    request: ShortIdRequest,
    page: ScannedPage,
    extra: { notice?: string; draft?: string } = {},
  ): Promise<Page | null> => {
    const token = tokenOf(request)
    const visit = token === undefined ? null : await visits.view(token).catch(() => null)
    if (!visit && extra.notice === undefined) return null
    const messages = visit?.messages ?? []
    return pages.chatPage({ ...page, ...extra, messages, ended: visit?.status === 'ended' })
  }

  const answer = async (request: ShortIdRequest, reply: FastifyReply) => {
    const shortId = request.params.short_id.toLowerCase()
    const language = languageOf(request)
    const page = await pageOf(shortId, language)
    const address = pages.chatAddress({ root, shortId, language })
    const text = textIn(request.body)
    // If the code cannot be used, its own page shows the reason.
    if (!page || text === '') return reply.redirect(address, 303)
    try {
      const token = await sayInTalk(request, shortId, text)
      await waitForAnswer(token)
      return keepToken(reply, shortId, token).redirect(address, 303)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      const shown = await pageOfTalk(request, page, { notice: error.message, draft: text })
      return reply
        .code(error.status)
        .headers({ 'Content-Security-Policy': shown?.policy ?? '' })
        .type('text/html; charset=utf-8')
        .send(shown?.html)
    }
  }

  const routes = async (app: FastifyInstance) => {
    acceptForms(app)
    for (const prefix of ['/s', '/S']) {
      app.post(`${prefix}/:short_id/chat`, { schema: { hide: true } }, (request, reply) =>
        answer(request as ShortIdRequest, reply),
      )
    }
  }
  return { routes, pageOfTalk }
}

const textIn = (body: unknown): string => {
  const { text } = (body ?? {}) as { text?: unknown }
  return typeof text === 'string' && isText(text) ? text.slice(0, maxLength.message) : ''
}

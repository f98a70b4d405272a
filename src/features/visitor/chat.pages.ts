import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ScanLanguage } from '#contract/languages.ts'
import { maxLength } from '#contract/limits.ts'
import { runUnaudited } from '../../platform/change.ts'
import { type Context, readContext } from '../../platform/context.ts'
import { cookieOf, setCookie } from '../../platform/http/callers/cookies.ts'
import { acceptForms } from '../../platform/http/input/body.ts'
import { Problem } from '../../platform/http/problem.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { isText } from '../../platform/text/text.ts'
import { runningTurn } from '../answers/turns.ts'
import { codeForScan } from '../codes/codes.ts'
import { visitorLanguage } from '../conversations/sentences.ts'
import { isDemo } from '../models/choices.ts'
import { chatPage, type RenderedPage, scannedPageOf } from '../page/page.ts'
import { chatAddress, type ScannedPage } from '../page/parts.ts'
import { visitorOf } from './visits.api.ts'
import { openConversation, requireVisit, retrieveVisit, sendMessage } from './visits.ts'

/** No owner acts. */
type Visit = Context<unknown>

type ShortIdRequest = FastifyRequest<{ Params: { short_id: string } }>

/** The maximum time to wait for the answer. The page refreshes itself to show a longer one. */
const patienceMs = 20 * secondMs

const cookieName = 'qpr_talk'

const tokenOf = (request: FastifyRequest): string | undefined =>
  /^[\w-]{22}$/.exec(cookieOf(request, cookieName) ?? '')?.[0]

const setToken = ({ service }: Visit, reply: FastifyReply, shortId: string, token: string) => {
  const { scanPath: root, https } = service.address
  return setCookie(reply, cookieName, token, { https, path: `${root}/s/${shortId}` })
}

const open = async ({ service }: Visit, request: ShortIdRequest, shortId: string) => {
  const { token } = await runUnaudited(service, (change) =>
    openConversation(change, shortId, visitorOf(request)),
  )
  return token
}

const send = ({ service }: Visit, token: string, text: string) =>
  runUnaudited(service, (change) => sendMessage(change, token, { text }))

/** Sends the message in the conversation of the cookie, or in a new one when that has ended. */
const sendInTalk = async (
  context: Visit,
  request: ShortIdRequest,
  shortId: string,
  text: string,
): Promise<string> => {
  const known = tokenOf(request)
  if (known !== undefined) {
    try {
      await send(context, known, text)
      return known
    } catch (error) {
      if (!(error instanceof Problem) || ![404, 410].includes(error.status)) throw error
    }
  }
  const token = await open(context, request, shortId)
  await send(context, token, text)
  return token
}

const waitForAnswer = async (context: Visit, token: string) => {
  const { id } = await requireVisit(context, token)
  const over = runningTurn(context, id)?.over
  if (over) await Promise.race([over, wait(patienceMs, undefined, { ref: false })])
}

/** The conversation until now as a page; null when it has no messages. */
export const talkPage = async (
  context: Visit,
  request: ShortIdRequest,
  page: ScannedPage,
  extra: { notice?: string; draft?: string } = {},
): Promise<RenderedPage | null> => {
  const token = tokenOf(request)
  const visit = token === undefined ? null : await retrieveVisit(context, token).catch(() => null)
  if (!visit && extra.notice === undefined) return null
  const messages = visit?.messages ?? []
  return chatPage({ ...page, ...extra, messages, ended: visit?.status === 'ended' })
}

/** The page of a code; null when visitors cannot talk to the code. */
const findPage = async (context: Visit, shortId: string, language: ScanLanguage) => {
  const { scanPath: root } = context.service.address
  const code = await codeForScan(context, shortId)
  if (code?.status !== 'active') return null
  return scannedPageOf(code, { language, root, demo: isDemo(context, code.model) })
}

const answer = async (context: Visit, request: ShortIdRequest, reply: FastifyReply) => {
  const { scanPath: root } = context.service.address
  const shortId = request.params.short_id.toLowerCase()
  const language = visitorLanguage(request)
  const page = await findPage(context, shortId, language)
  const address = chatAddress({ root, shortId, language })
  const text = textIn(request.body)
  // If the code cannot be used, its own page shows the reason.
  if (!page || text === '') return reply.redirect(address, 303)
  try {
    const token = await sendInTalk(context, request, shortId, text)
    await waitForAnswer(context, token)
    return setToken(context, reply, shortId, token).redirect(address, 303)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const shown = await talkPage(context, request, page, { notice: error.message, draft: text })
    return reply
      .code(error.status)
      .headers({ 'Content-Security-Policy': shown?.policy ?? '' })
      .type('text/html; charset=utf-8')
      .send(shown?.html)
  }
}

/** The conversation of a browser without JavaScript: a form, with a full page as the response. */
export const chatPages = async (app: FastifyInstance) => {
  acceptForms(app)
  const context = readContext(app.service, null)
  app.post('/s/:short_id/chat', { schema: { hide: true } }, (request, reply) =>
    answer(context, request as ShortIdRequest, reply),
  )
}

const textIn = (body: unknown): string => {
  const { text } = (body ?? {}) as { text?: unknown }
  return typeof text === 'string' && isText(text) ? text.slice(0, maxLength.message) : ''
}

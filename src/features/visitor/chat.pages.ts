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
import { codeForScan, type ScannedCode } from '../codes/codes.ts'
import { visitorLanguage } from '../conversations/sentences.ts'
import { isDemo } from '../models/models.ts'
import { chatPage, leadPage, type RenderedPage, scannedPageOf } from '../page/page.ts'
import { chatAddress, longestWait, type ScannedPage } from '../page/parts.ts'
import { scanWords } from '../page/words.ts'
import { askForPerson } from '../people/handling.ts'
import { visitorOf } from './visits.api.ts'
import { openConversation, requireVisit, retrieveVisit, sendLead, sendMessage } from './visits.ts'

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
  const { messages = [], handling = 'assistant', person = null, status } = visit ?? {}
  const { language, waitSeconds = null } = page
  const isSent = (request.query as { sent?: unknown }).sent === '1'
  const said = [
    extra.notice ?? (isSent && scanWords[language].sent),
    status === 'open' && visit?.notice,
    handling === 'waiting' && waitSeconds !== null && longestWait(waitSeconds, language),
  ].filter((one) => typeof one === 'string')
  return chatPage({
    ...page,
    ...extra,
    ...(said.length > 0 && { notice: said.join(' ') }),
    messages,
    ended: status === 'ended',
    handling,
    person,
    // A person is asked only once.
    waitSeconds: handling === 'assistant' && status !== 'ended' ? waitSeconds : null,
  })
}

/** A form that a visitor sent, with the page of its code. */
interface Submitted {
  context: Visit
  request: ShortIdRequest
  code: ScannedCode
  page: ScannedPage
}

/** What a form does. */
interface Action {
  /** Returns the token of the conversation, or null if there is nothing to do. */
  run(submitted: Submitted): Promise<string | null>
  /** The page that says why it was refused. */
  explain(submitted: Submitted, refusal: Problem): Promise<RenderedPage | null>
  /** Added to the address of the conversation. */
  done?: string
}

const talk: Action = {
  async run({ context, request, page: { shortId } }) {
    const text = textIn(request.body)
    if (text === '') return null
    const token = await sendInTalk(context, request, shortId, text)
    await waitForAnswer(context, token)
    return token
  },
  async explain({ context, request, page }, { message: notice }) {
    return await talkPage(context, request, page, { notice, draft: textIn(request.body) })
  },
}

/** The conversation of the cookie, if the service still has it, or a new one. */
const tokenFor = async ({ context, request, page: { shortId } }: Submitted): Promise<string> => {
  const known = tokenOf(request)
  const visit = known && (await requireVisit(context, known).catch(() => null))
  return known && visit ? known : await open(context, request, shortId)
}

const handoff: Action = {
  async run(submitted) {
    const { context, request } = submitted
    const token = await tokenFor(submitted)
    const { id } = await requireVisit(context, token)
    await askForPerson(context, id, request.addressLimit)
    return token
  },
  async explain({ context, request, code, page }, { message, extra }) {
    const notice = `${message} ${openingIn(code, page.language, extra?.opens_at)}`.trim()
    return await talkPage(context, request, page, { notice })
  },
}

/** The time zone of a browser without JavaScript is unknown: the time is that of the owner. */
const openingIn = (
  { handoffInForce: { hours } }: ScannedCode,
  language: ScanLanguage,
  opensAt: string | null | undefined,
): string => {
  if (!opensAt || !hours) return ''
  const time = new Date(opensAt).toLocaleString(`${language}-u-nu-latn`, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: hours.time_zone,
  })
  return scanWords[language].opens.replace('{time}', () => time)
}

const lead: Action = {
  done: '&sent=1',
  async run(submitted) {
    const { context, request, page } = submitted
    if (!page.leadForm) return null
    const token = await tokenFor(submitted)
    const input = leadIn(request.body)
    await runUnaudited(context.service, (change) => sendLead(change, token, input))
    return token
  },
  async explain({ request, page }, { message, errors = [] }) {
    const { values } = leadIn(request.body)
    const notice = errors.length === 0 ? message : undefined
    return page.leadForm ? leadPage(page, page.leadForm, { values, errors, notice }) : null
  },
}

/** Null when visitors cannot talk to the code. */
const findSubmitted = async (context: Visit, request: ShortIdRequest) => {
  const { scanPath: root } = context.service.address
  const shortId = request.params.short_id.toLowerCase()
  const language = visitorLanguage(request)
  const address = chatAddress({ root, shortId, language })
  const code = await codeForScan(context, shortId)
  if (code?.status !== 'active') return { address, submitted: null }
  const page = scannedPageOf(code, { language, root, demo: isDemo(context, code.model) })
  return { address, submitted: { context, request, code, page } }
}

const sendPage = (reply: FastifyReply, status: number, shown: RenderedPage | null) =>
  reply
    .code(status)
    .headers({ 'Content-Security-Policy': shown?.policy ?? '' })
    .type('text/html; charset=utf-8')
    .send(shown?.html)

const answer = async (
  context: Visit,
  request: ShortIdRequest,
  reply: FastifyReply,
  action: Action,
) => {
  const { address, submitted } = await findSubmitted(context, request)
  // If the code cannot be used, its own page shows the reason.
  if (!submitted) return reply.redirect(address, 303)
  try {
    const token = await action.run(submitted)
    if (token === null) return reply.redirect(address, 303)
    setToken(context, reply, submitted.page.shortId, token)
    return reply.redirect(address + (action.done ?? ''), 303)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return sendPage(reply, error.status, await action.explain(submitted, error))
  }
}

const showLeadForm = async (context: Visit, request: ShortIdRequest, reply: FastifyReply) => {
  const { address, submitted } = await findSubmitted(context, request)
  const { leadForm = null } = submitted?.page ?? {}
  if (!submitted || !leadForm) return reply.redirect(address, 303)
  return sendPage(reply, 200, leadPage(submitted.page, leadForm, { values: {}, errors: [] }))
}

/** The conversation of a browser without JavaScript: a form, with a full page as the response. */
export const chatPages = async (app: FastifyInstance) => {
  acceptForms(app)
  const context = readContext(app.service, null)
  const hidden = { schema: { hide: true } }
  for (const [path, action] of Object.entries({ chat: talk, handoff, lead })) {
    app.post(`/s/:short_id/${path}`, hidden, (request, reply) =>
      answer(context, request as ShortIdRequest, reply, action),
    )
  }
  app.get('/s/:short_id/lead', hidden, (request, reply) =>
    showLeadForm(context, request as ShortIdRequest, reply),
  )
}

const leadPrefix = 'values.'

/** The fields of a form, without the empty ones. */
const leadIn = (body: unknown) => {
  const { consent, ...fields } = (body ?? {}) as Record<string, unknown>
  const values = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(leadPrefix) && typeof value === 'string' && value !== ''
      ? [[name.slice(leadPrefix.length), value] as const]
      : [],
  )
  return {
    values: Object.fromEntries(values),
    consent: typeof consent === 'string' ? consent : '',
  }
}

const textIn = (body: unknown): string => {
  const { text } = (body ?? {}) as { text?: unknown }
  return typeof text === 'string' && isText(text) ? text.slice(0, maxLength.message) : ''
}

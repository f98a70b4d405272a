import { setTimeout as wait } from 'node:timers/promises'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { maxLength } from '#contract/limits.ts'
import { type Translations, textsIn } from '#contract/translations.ts'
import type { Context } from '../../platform/context.ts'
import type { CallApi } from '../../platform/http/mcp/endpoint.ts'
import {
  type Arguments,
  namingArguments,
  type Offer,
  type Tool,
  ToolError,
} from '../../platform/http/mcp/tool.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { version } from '../../platform/kit/project.ts'
import { runningTurn } from '../answers/turns.ts'
import { codeForScan, handoffOfCode } from '../codes/codes.ts'
import type { ScannableCode } from '../codes/codes.views.ts'
import { formIn } from '../codes/lead-form.ts'
import {
  codeArchived,
  conversationEnded,
  conversationNotFound,
  noSuchCode,
} from '../conversations/sentences.ts'
import { isDemo } from '../models/models.ts'
import { requireVisit, retrieveVisit, stopAnswer } from './visits.ts'

/** Clients of the protocol give up after 60 s by default. */
const patienceMs = 50 * secondMs

/** The code, and the language in which its visitor reads. */
export const requireAskedCode = async (
  context: Context<unknown>,
  shortId: string,
  languageOf: (code: ScannableCode) => ScanLanguage,
): Promise<{ code: ScannableCode; language: ScanLanguage }> => {
  const code = await codeForScan(context, shortId)
  if (!code) throw noSuchCode()
  const language = languageOf(code)
  if (code.status === 'archived') throw codeArchived(language)
  return { code, language }
}

/** Nothing of the prompt, and nothing that the page does not show. */
export const describeCode = async (
  context: Context<unknown>,
  code: ScannableCode,
  language: ScanLanguage,
) => {
  const { scanHost } = context.service.address
  const { organizationId, id: codeId, lead_form: form } = code
  const translations: Translations = code.translations
  const { title, welcomeMessage, suggestions } = textsIn(code, language)
  const written = new Set<string>(Object.keys(code.translations))
  if (code.language) written.add(code.language)
  return {
    short_id: code.shortId,
    title,
    welcome_message: welcomeMessage,
    suggestions,
    language: code.language,
    languages: scanLanguages.filter((one) => written.has(one)),
    demo: isDemo(context, code.model),
    page_url: `${scanHost}/s/${code.shortId}/chat`,
    mcp_url: `${scanHost}/s/${code.shortId}/mcp`,
    handoff: (await handoffOfCode(context, { organizationId, codeId })).enabled,
    lead_form: form && formIn(form, translations[language]?.lead_form),
  }
}

/** The asked code, and the API as the visitor of the assistant calls it. */
interface Asking {
  context: Context<unknown>
  code: ScannableCode
  call: CallApi
}

/** The conversation that the assistant continues, or a new one. */
const tokenFor = async ({ context, code, call }: Asking, { conversation }: Arguments) => {
  if (conversation === undefined || conversation === null || conversation === '') {
    const opened = await call({ method: 'POST', path: `/s/${code.shortId}/conversations` })
    return String(opened.token)
  }
  const token = String(conversation)
  const known = await requireVisit(context, token).catch(() => null)
  if (known?.code_id !== code.id) throw new ToolError(conversationNotFound().message)
  return token
}

const waitForAnswer = async (context: Context<unknown>, token: string, signal: AbortSignal) => {
  const over = runningTurn(context, (await requireVisit(context, token)).id)?.over
  if (!over) return
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  const given = await Promise.race([
    over.then(() => true),
    wait(patienceMs, true, { signal: patience, ref: false }).catch(() => false),
  ])
  // Nobody waits for the rest, which would use up the budget of the code.
  if (!given) await stopAnswer(context, token)
}

const ask = async (asking: Asking, input: Arguments, signal: AbortSignal) => {
  const { context, call } = asking
  const token = await tokenFor(asking, input)
  const { message_id } = await namingArguments({ text: 'question' }, () =>
    call({
      method: 'POST',
      path: `/c/${encodeURIComponent(token)}/messages`,
      body: { text: input.question },
    }),
  )
  await waitForAnswer(context, token, signal)
  const { messages, demo, status, handling, notice } = await retrieveVisit(context, token)
  const answer = messages.find((message) => message.message_id === message_id)
  if (!answer) throw new ToolError(conversationNotFound().message)
  const ended = status === 'ended'
  const data = { citations: [], conversation: token, demo, ended }
  const told = (text: string, more: object) => ({
    text: `${text}\n\n(conversation: ${token})`,
    data: { ...data, answer: text, ...more },
  })
  // A person may take longer than an assistant waits, so it learns who answers, and what was said.
  if (handling !== 'assistant' || answer.role === 'visitor') {
    const said = messages.findLast(({ role }) => role === 'owner')?.text
    const about = notice ?? conversationEnded().message
    return told(said ? `${about}\n\n${said}` : about, { handling })
  }
  if (answer.status === 'failed') throw new ToolError(answer.note ?? '', { conversation: token })
  const citations = answer.citations.map(({ number, title, url, page, quote }) => {
    return { number, title, url, page, quote }
  })
  const text = [answer.text, ...(answer.note ? [answer.note] : [])].join('\n\n')
  return told(text, { citations })
}

const askTool = (asking: Asking, title: string): Tool => ({
  name: 'ask',
  title: `Ask ${title}`,
  description:
    `Asks the assistant of “${title}” a question and returns its answer. To ask further ` +
    'questions in the same conversation, send the conversation of the last answer. The owner ' +
    'can read the conversation: send nothing that the user would not tell the owner.',
  input: {
    properties: {
      question: {
        type: 'string',
        minLength: 1,
        maxLength: maxLength.message,
        description: 'The question, in any language, up to 4,000 characters.',
      },
      conversation: {
        type: 'string',
        description: 'The conversation of an earlier answer. Default: a new conversation.',
      },
    },
    required: ['question'],
  },
  effect: 'adds',
  run: (input, signal) => ask(asking, input, signal),
})

/** What the code offers to the assistant of a visitor: a tool that asks it. */
export const offerOf = (asking: Asking, language: ScanLanguage, failed: Offer['failed']): Offer => {
  const { title, welcomeMessage } = textsIn(asking.code, language)
  const tools = [askTool(asking, title)]
  return { name: 'qpr-code', title, version, instructions: welcomeMessage, tools, failed }
}

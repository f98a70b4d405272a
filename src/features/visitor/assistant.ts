import { setTimeout as wait } from 'node:timers/promises'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { maxLength } from '#contract/limits.ts'
import { textsIn } from '#contract/translations.ts'
import type { CallApi } from '../../platform/http/mcp/inner-call.ts'
import {
  type Arguments,
  namingArguments,
  type Offer,
  type Tool,
  ToolError,
} from '../../platform/http/mcp/tool.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { version } from '../../platform/kit/version.ts'
import type { Turns } from '../answers/turns.ts'
import type { Codes } from '../codes/codes.legacy.ts'
import type { ScannableCode } from '../codes/codes.views.ts'
import {
  codeArchived,
  codeNotFound,
  conversationNotFound,
} from '../conversations/visits.problems.ts'
import type { Visits } from './visits.ts'

interface Options {
  codes: Pick<Codes, 'forScan'>
  visits: Pick<Visits, 'find' | 'view' | 'stop'>
  turns: Pick<Turns, 'find'>
  isDemo: (model: string | null) => boolean
  /** The address below which visitors reach the service. */
  scanHost: string
}

/** Clients of the protocol give up after 60 s by default. */
const patienceMs = 50 * secondMs

export type Assistants = ReturnType<typeof createAssistants>

/** For the assistant of a visitor: a description of the code, and a tool that asks it. */
export const createAssistants = ({ codes, visits, turns, isDemo, scanHost }: Options) => {
  /** The code, and the language in which its visitor reads. */
  const find = async (
    shortId: string,
    languageOf: (code: ScannableCode) => ScanLanguage,
  ): Promise<{ code: ScannableCode; language: ScanLanguage }> => {
    const code = await codes.forScan(shortId)
    if (!code) throw codeNotFound()
    const language = languageOf(code)
    if (code.status === 'archived') throw codeArchived(language)
    return { code, language }
  }

  /** Nothing of the prompt, and nothing that the page does not show. */
  const about = (code: ScannableCode, language: ScanLanguage) => {
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
      demo: isDemo(code.model),
      page_url: `${scanHost}/s/${code.shortId}/chat`,
      mcp_url: `${scanHost}/s/${code.shortId}/mcp`,
    }
  }

  /** The conversation that the assistant continues, or a new one. */
  const tokenFor = async (code: ScannableCode, { conversation }: Arguments, call: CallApi) => {
    if (conversation === undefined || conversation === null || conversation === '') {
      const opened = await call({ method: 'POST', path: `/s/${code.shortId}/conversations` })
      return String(opened.token)
    }
    const token = String(conversation)
    const known = await visits.find(token).catch(() => null)
    if (known?.code_id !== code.id) throw new ToolError(conversationNotFound().message)
    return token
  }

  const waitForAnswer = async (token: string, signal: AbortSignal) => {
    const over = turns.find((await visits.find(token)).id)?.over
    if (!over) return
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    const given = await Promise.race([
      over.then(() => true),
      wait(patienceMs, true, { signal: patience, ref: false }).catch(() => false),
    ])
    // Nobody waits for the rest, which would use up the budget of the code.
    if (!given) await visits.stop(token)
  }

  const ask = async (code: ScannableCode, input: Arguments, call: CallApi, signal: AbortSignal) => {
    const token = await tokenFor(code, input, call)
    const { message_id } = await namingArguments({ text: 'question' }, () =>
      call({
        method: 'POST',
        path: `/c/${encodeURIComponent(token)}/messages`,
        body: { text: input.question },
      }),
    )
    await waitForAnswer(token, signal)
    const { messages, demo, status } = await visits.view(token)
    const answer = messages.find((message) => message.message_id === message_id)
    if (!answer) throw new ToolError(conversationNotFound().message)
    if (answer.status === 'failed') throw new ToolError(answer.note ?? '', { conversation: token })
    const text = [answer.text, ...(answer.note ? [answer.note] : [])].join('\n\n')
    const citations = answer.citations.map(({ number, title, url, page, quote }) => {
      return { number, title, url, page, quote }
    })
    return {
      text: `${text}\n\n(conversation: ${token})`,
      data: { answer: text, citations, conversation: token, demo, ended: status === 'ended' },
    }
  }

  const askTool = (code: ScannableCode, title: string, call: CallApi): Tool => ({
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
    run: (input, signal) => ask(code, input, call, signal),
  })

  return {
    find,
    about,

    offer(
      code: ScannableCode,
      language: ScanLanguage,
      call: CallApi,
      failed: Offer['failed'],
    ): Offer {
      const { title, welcomeMessage } = textsIn(code, language)
      const tools = [askTool(code, title, call)]
      return { name: 'qpr-code', title, version, instructions: welcomeMessage, tools, failed }
    },
  }
}

import type { Answer } from '../../../../visitor/messages.ts'
import { type AnswerDraft, answerEvents } from '../../api/answer-events.ts'
import type { Screen } from './screen.ts'

interface TalkOptions {
  screen: Screen
  /** The current values of the code, or the reason why it cannot answer. */
  draft: () => Omit<AnswerDraft, 'messages'> | string
  /** Message for a failure. */
  explain: (error: unknown) => string
  showDemo: (isDemo: boolean) => void
}

export type TestTalk = ReturnType<typeof createTestTalk>

/** A test conversation. It is not stored: every request carries all its messages. */
export const createTestTalk = ({ screen, draft, explain, showDemo }: TalkOptions) => {
  let said: AnswerDraft['messages'] = []
  let running: AbortController | null = null

  const stop = () => running?.abort()

  const say = async (text: string) => {
    if (running) return
    const asked = draft()
    if (typeof asked === 'string') {
      screen.giveBack(text)
      return screen.showNotice(asked)
    }
    const element = screen.addSaid(text)
    said.push({ role: 'visitor', text })
    const refusal = await answer(asked)
    if (refusal === undefined) return
    // A message that cannot be sent goes back to the input.
    said.pop()
    element.remove()
    screen.showTalking()
    screen.giveBack(text)
    screen.showNotice(refusal)
  }

  /** Why it was refused, if it was. */
  const answer = async (asked: Omit<AnswerDraft, 'messages'>): Promise<string | undefined> => {
    const abort = new AbortController()
    running = abort
    screen.showNotice('')
    screen.setBusy(true)
    const shown = screen.addAnswer()
    try {
      for await (const { event, data } of answerEvents(
        { ...asked, messages: said },
        abort.signal,
      )) {
        if (event === 'delta') {
          shown.write(data.text)
          screen.followNewest()
          continue
        }
        shown.rewrite(data.text ?? shown.text)
        if (event === 'error') shown.end(data.message, data.retryable)
        else {
          shown.end(data.message)
          showDemo(data.demo)
        }
        break
      }
      // A broken stream ends without an event.
      if (!shown.isOver) shown.end(screen.words().failed, true)
    } catch (error) {
      if (!abort.signal.aborted && !shown.text) {
        shown.element.remove()
        return explain(error)
      }
      const { stopped, failed } = screen.words()
      shown.end(abort.signal.aborted ? stopped : failed, !abort.signal.aborted)
    } finally {
      if (running === abort) finish(shown)
    }
  }

  const finish = (shown: Answer) => {
    running = null
    screen.setBusy(false)
    if (!shown.text) return
    said.push({ role: 'assistant', text: shown.text })
    screen.announce(shown.text)
    screen.followNewest()
  }

  return {
    say,
    stop,
    async retry(failed: Answer) {
      const asked = draft()
      if (running || typeof asked === 'string') return
      if (said.at(-1)?.role === 'assistant') said.pop()
      failed.element.remove()
      const refusal = await answer(asked)
      if (refusal !== undefined) screen.showNotice(refusal)
    },
    startOver() {
      const abort = running
      running = null
      abort?.abort()
      said = []
      screen.clear()
      screen.setBusy(false)
      screen.showNotice('')
    },
  }
}

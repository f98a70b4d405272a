import { useEffect, useRef, useState } from 'react'
import { answerEvents } from '../api/answer-events.ts'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { asProblem } from '../api/problem.ts'
import type { Citation } from '../ui/citations.tsx'

export interface TriedAnswer {
  question: string
  codeName: string
  text: string
  citations: Citation[]
  isRunning: boolean
  /** Why it is incomplete, as the service says it. */
  note: string | null
  error: unknown
}

/** The answer of a saved code, which stores no conversation. Without a code, of the newest one. */
export const useTriedAnswer = (codeId: string | undefined) => {
  const { id: organization_id } = useOrganization()
  const [answer, setAnswer] = useState<TriedAnswer | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const ask = async (question: string) => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    const blank = { question, codeName: '', text: '', citations: [], note: null, error: null }
    let shown: TriedAnswer = { ...blank, isRunning: true }
    const show = (changed: Partial<TriedAnswer>) => {
      if (abort.signal.aborted) return
      shown = { ...shown, ...changed }
      setAnswer(shown)
    }
    try {
      const id = codeId ?? (await newestCode(organization_id))
      if (id === undefined) return setAnswer(null)
      const { name, prompt, model } = await qpr.codes.get(id)
      show({ codeName: name })
      const messages = [{ role: 'visitor' as const, text: question }]
      const draft = { name, prompt, model, qpr_code_id: id, messages }
      for await (const { event, data } of answerEvents(draft, abort.signal)) {
        if (event === 'delta') show({ text: shown.text + data.text })
        else {
          const { text = shown.text, citations = [], message = null } = data
          show({ text, citations, note: message })
        }
      }
    } catch (error) {
      show({ error: asProblem(error) })
    } finally {
      show({ isRunning: false })
    }
  }
  return { answer, ask }
}

const newestCode = async (organization_id: string): Promise<string | undefined> =>
  (await qpr.codes.list({ organization_id, limit: 1 })).codes[0]?.id

import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import type { Confirmation } from './dialog.tsx'
import { onFirstUse } from './first-use.ts'
import type { IconName } from './icons.tsx'

// A page is shown without a dialog.
const load = () => import('./dialog.tsx')
const ConfirmDialog = lazy(async () => ({ default: (await load()).ConfirmDialog }))
onFirstUse(load)

const AskContext = createContext<(question: Confirmation) => void>(() => {})

/** `const ask = useAsk()`, then `ask({ title, text, action, onConfirm })` asks before it acts. */
export const useAsk = () => useContext(AskContext)

export const AskProvider = ({ children }: { children: ReactNode }) => {
  const [question, setQuestion] = useState<Confirmation | null>(null)
  return (
    <AskContext value={setQuestion}>
      {children}
      <Suspense>
        {question && <ConfirmDialog {...question} onClose={() => setQuestion(null)} />}
      </Suspense>
    </AskContext>
  )
}

interface ConfirmButtonProps extends Confirmation {
  /** Text of the button that asks. Default: `action`. */
  label?: string
  kind?: ButtonKind
  icon?: IconName
}

/** A button that asks before it acts. */
export const ConfirmButton = ({ label, kind, icon, ...question }: ConfirmButtonProps) => {
  const ask = useAsk()
  return (
    <Button kind={kind} icon={icon} onClick={() => ask(question)}>
      {label ?? question.action}
    </Button>
  )
}

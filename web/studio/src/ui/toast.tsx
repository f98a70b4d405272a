import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { asProblem } from '../api/problem.ts'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import { IconButton } from './button.tsx'

interface Toast {
  id: number
  text: string
  undo?: (() => void) | undefined
}

type ShowToast = (text: string, undo?: () => void) => void

const ToastContext = createContext<ShowToast>(() => {})

/** `const toast = useToast()`, then `toast('Archived.', () => restore())`: the second is for Undo. */
export const useToast = (): ShowToast => useContext(ToastContext)

/** Tells why a request failed: `onError: useTellProblem()`. */
export const useTellProblem = () => {
  const words = useWords()
  const showToast = useToast()
  return (error: unknown) => showToast(problemText(words, asProblem(error)))
}

let lastId = 0

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<Toast[]>([])
  const showToast = useCallback<ShowToast>((text, undo) => {
    lastId += 1
    const toast = { id: lastId, text, undo }
    // At most three: the oldest one has been read.
    setToasts((all) => [...all.slice(-2), toast])
  }, [])
  const close = useCallback((id: number) => {
    setToasts((all) => all.filter((toast) => toast.id !== id))
  }, [])
  return (
    <ToastContext value={showToast}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="toasts pointer-events-none fixed inset-x-4 z-50 flex flex-col items-center gap-2"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </div>
    </ToastContext>
  )
}

const ToastCard = ({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) => {
  const words = useWords()
  const [isHeld, setIsHeld] = useState(false)
  const { id, undo, text } = toast
  useEffect(() => {
    // A toast stays while the pointer is on it or it has the focus.
    if (isHeld) return
    const timer = setTimeout(() => onClose(id), undo ? 10_000 : 5000)
    return () => clearTimeout(timer)
  }, [id, undo, isHeld, onClose])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects the pointer
    <div
      className="appear pointer-events-auto flex max-w-120 items-center gap-3 rounded-card bg-ink py-2 pr-2 pl-4 text-paper shadow-float"
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      {undo && (
        <button
          type="button"
          className="control rounded-field px-3 font-medium underline underline-offset-2"
          onClick={() => {
            onClose(id)
            undo()
          }}
        >
          {words.ui.undo}
        </button>
      )}
      <IconButton
        icon="close"
        label={words.ui.dismiss}
        className="text-paper hover:bg-transparent hover:text-paper"
        onClick={() => onClose(id)}
      />
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { writeClipboard } from '../browser.ts'
import { useWords } from '../words/words.tsx'
import { Button, type ButtonKind } from './button.tsx'
import { Notice } from './states.tsx'

/** Copies even without the Clipboard API, which browsers hide over plain http. */
export const copyText = async (text: string, from: HTMLElement | null = null) => {
  if (await writeClipboard(text)) return
  const area = document.createElement('textarea')
  area.value = text
  // Beside the button: within a dialog, nothing outside it can have the focus.
  const parent = from?.parentElement ?? document.body
  parent.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  from?.focus()
}

interface CopyButtonProps {
  text: string
  /** What it copies, for screen readers: a page may have several of these buttons. */
  name?: string
  kind?: ButtonKind
}

export const CopyButton = (props: CopyButtonProps) => {
  const { ui } = useWords()
  const button = useRef<HTMLButtonElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const label = isCopied ? ui.copied : ui.copy
  return (
    <>
      <Button
        ref={button}
        aria-label={props.name === undefined ? undefined : `${label}: ${props.name}`}
        kind={props.kind ?? 'plain'}
        icon={isCopied ? 'check' : 'copy'}
        onClick={() => void copyText(props.text, button.current).then(() => setIsCopied(true))}
      >
        {label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? ui.copied : ''}
      </span>
    </>
  )
}

/** A secret that the service never shows again. */
export const SecretOnce = (props: { secret: string; label: string; onStored?: () => void }) => {
  const { ui } = useWords()
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="warn">{ui.secretOnce}</Notice>
      <div>
        <p className="mb-1 font-medium">{props.label}</p>
        <code className="block rounded-field border border-line bg-paper p-3 font-mono text-small wrap-anywhere select-all">
          {props.secret}
        </code>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={props.secret} kind="primary" />
        {props.onStored && <Button onClick={props.onStored}>{ui.secretStored}</Button>}
      </div>
    </div>
  )
}

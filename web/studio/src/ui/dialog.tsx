import { useMutation } from '@tanstack/react-query'
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useWords } from '../words/words.tsx'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { TextField } from './field.tsx'
import { ProblemLine } from './states.tsx'
import { useToast } from './toast.tsx'

/** The element that opened the dialog. An item of a menu is gone by the end, so its button counts. */
const openerOf = (active: Element | null): Element | null => {
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : active
}

/** A form starts in its first field; other dialogs where the browser starts. */
const firstField = (dialog: HTMLElement | null): HTMLElement | undefined =>
  [...(dialog?.querySelectorAll<HTMLElement>('form :is(input, select, textarea):enabled') ?? [])]
    // Not a file input, whose button is what can be seen.
    .find((field) => field.offsetParent !== null)

interface ModalProps {
  onClose: () => void
  className: string
  children: ReactNode
  'aria-labelledby': string
  'aria-describedby'?: string | undefined
}

/** The browser's dialog: it traps the focus, and Escape closes it. A press outside closes it too. */
export const Modal = ({ onClose, className, children, ...named }: ModalProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    opener.current = openerOf(document.activeElement)
    dialog.current?.showModal()
    firstField(dialog.current)?.focus()
  }, [])
  // The browser returns the focus itself only when a dialog closes that stays in the page.
  useEffect(
    () => () => {
      // After a navigation the focus already is where the new page wants it.
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus()
    },
    [],
  )
  return (
    <dialog
      ref={dialog}
      {...named}
      onClose={onClose}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
      className={classNames('overflow-y-auto text-ink shadow-float backdrop:bg-veil', className)}
    >
      {children}
    </dialog>
  )
}

interface DialogProps {
  onClose: () => void
  title: string
  /** One sentence below the title. */
  text?: ReactNode
  children?: ReactNode
  isWide?: boolean
}

export const Dialog = ({ onClose, title, text, children, isWide }: DialogProps) => {
  const { ui } = useWords()
  const id = useId()
  return (
    <Modal
      onClose={onClose}
      aria-labelledby={id}
      aria-describedby={text === undefined ? undefined : `${id}-text`}
      className={classNames(
        'appear m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-card bg-raised',
        isWide ? 'max-w-180' : 'max-w-120',
      )}
    >
      <div className="p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={id} className="text-large font-semibold">
            {title}
          </h2>
          <IconButton icon="close" label={ui.close} className="-mt-1 -mr-2" onClick={onClose} />
        </div>
        {text !== undefined && (
          <p id={`${id}-text`} className="mt-2 text-muted">
            {text}
          </p>
        )}
        {children !== undefined && (
          <DialogClose value={onClose}>
            <div className="mt-4">{children}</div>
          </DialogClose>
        )}
      </div>
    </Modal>
  )
}

/** Closes the dialog around it; null outside a dialog. */
export const DialogClose = createContext<(() => void) | null>(null)

interface DialogActionsProps {
  /** Text of the button that closes; default: "Cancel". */
  cancel?: string | undefined
  /** Instead of the button that closes, such as a way back. */
  back?: ReactNode
  /** The action, if there is one. */
  children?: ReactNode
}

/** The row of buttons that ends every dialog: first the way out, then the action, at the right. */
export const DialogActions = ({ cancel, back, children }: DialogActionsProps) => {
  const { ui } = useWords()
  const close = useContext(DialogClose)
  return (
    <div className="dialog-actions mt-2 flex flex-wrap justify-end gap-2">
      {back ?? <Button onClick={() => close?.()}>{cancel ?? ui.cancel}</Button>}
      {children}
    </div>
  )
}

export interface Confirmation {
  /** The dialog waits for it, and closes after it. When it throws, the dialog shows the error. */
  onConfirm: () => unknown
  /** Tells that it is done. */
  done?: string | undefined
  title: string
  text: ReactNode
  /** Text of the button: a verb, such as "Delete". */
  action: string
  cancel?: string
  isDanger?: boolean
  /** The text to type before the button works. */
  typeName?: string
}

interface ConfirmProps extends Confirmation {
  onClose: () => void
  /** Fields above the buttons. */
  children?: ReactNode
}

export const ConfirmDialog = (props: ConfirmProps) => {
  const { onClose, onConfirm, done, title, text, action, cancel, typeName } = props
  const { ui } = useWords()
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const isReady = typeName === undefined || typed.trim() === typeName.trim()
  const run = useMutation({
    mutationFn: async () => await onConfirm(),
    onSuccess() {
      onClose()
      if (done) toast(done)
    },
    // Offline too: leaving a page needs no network, and a request shows its own error.
    networkMode: 'always',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isReady && !run.isPending) run.mutate()
  }
  return (
    <Dialog onClose={onClose} title={title} text={text}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {typeName !== undefined && (
          <TextField
            name="typed"
            label={<span className="font-normal">{ui.typeToConfirm(typeName)}</span>}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={setTyped}
          />
        )}
        {props.children}
        <ProblemLine error={run.error} />
        <DialogActions cancel={cancel}>
          <Button
            type="submit"
            kind={props.isDanger ? 'danger' : 'primary'}
            disabled={!isReady}
            isPending={run.isPending}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

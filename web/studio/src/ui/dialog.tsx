import { Dialog as Radix } from 'radix-ui'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useWords } from '../words/words.tsx'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useFocusReturn } from './focus-return.ts'
import { ProblemLine } from './states.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** One sentence below the title. */
  text?: ReactNode
  children?: ReactNode
  isWide?: boolean
}

/** A modal dialog. It traps the focus; Escape and a click outside close it. */
export const Dialog = ({ isOpen, onClose, title, text, children, isWide }: DialogProps) => {
  const words = useWords()
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          {...focusReturn}
          {...(text === undefined && { 'aria-describedby': undefined })}
          className={classNames(
            'appear fixed inset-4 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-card bg-raised p-6 shadow-float',
            isWide ? 'max-w-180' : 'max-w-120',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-large font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="close" label={words.ui.close} className="-mt-1 -mr-2" />
            </Radix.Close>
          </div>
          {text !== undefined && (
            <Radix.Description className="mt-2 text-muted">{text}</Radix.Description>
          )}
          {children !== undefined && <div className="mt-4">{children}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of buttons that ends a dialog. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>
)

interface ConfirmProps {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  text: ReactNode
  /** Text of the button: a verb, such as "Delete". */
  action: string
  cancel?: string
  isDanger?: boolean
  /** The request that the button sends: while it runs the button waits, and its error is shown. */
  change?: { isPending: boolean; error: unknown }
  /** The text to type before the button works. */
  typeName?: string
}

export const ConfirmDialog = (props: ConfirmProps) => {
  const { isOpen, onClose, onConfirm, title, text, action, cancel, typeName, change } = props
  const words = useWords()
  const id = useId()
  const [typed, setTyped] = useState('')
  const isReady = typeName === undefined || typed.trim() === typeName.trim()
  const close = () => {
    setTyped('')
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isReady && !change?.isPending) onConfirm()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} text={text}>
      <form onSubmit={submit}>
        {typeName !== undefined && (
          <>
            <label htmlFor={id} className="mb-1 block">
              {words.ui.typeToConfirm(typeName)}
            </label>
            <input
              id={id}
              className="control w-full rounded-field border border-muted bg-paper px-3 py-2"
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          </>
        )}
        {change?.error ? (
          <div className={typeName === undefined ? undefined : 'mt-4'}>
            <ProblemLine error={change.error} />
          </div>
        ) : null}
        <DialogActions>
          <Button onClick={close}>{cancel ?? words.ui.cancel}</Button>
          <Button
            type="submit"
            kind={props.isDanger ? 'danger' : 'primary'}
            disabled={!isReady}
            isPending={change?.isPending ?? false}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

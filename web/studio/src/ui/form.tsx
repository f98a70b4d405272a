import { type FormEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { type ApiProblem, asProblem } from '../api/problem.ts'
import { fieldProblemText, problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { DialogActions, DialogClose } from './dialog.tsx'
import type { Bound } from './field.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { useToast } from './toast.tsx'

/** Fields without a form that saves them: `<Select label=… {...fields.field('size')} />`. */
export const useFields = <V extends object>(initial: V) => {
  const [values, setValues] = useState(initial)
  const set = (changes: Partial<V>) => setValues((all) => ({ ...all, ...changes }))
  const field = <Name extends keyof V & string>(name: Name): Bound<V[Name]> => ({
    name,
    value: values[name],
    onChange: (value) => setValues((all) => ({ ...all, [name]: value })),
  })
  return { values, set, field }
}

export type Fields<V extends object> = ReturnType<typeof useFields<V>>

interface FormOptions<V extends object, R> {
  /** Initial values. A nested field of the API is named with dots: `contact.url`. */
  initial: V
  /** Saves; throws an ApiProblem, as `mutateAsync` does. */
  save: (values: V) => Promise<R>
  /** Called after saving, when the form counts as unchanged and may be left. */
  onSaved?: (values: V, result: R) => void
  /** Tells that it is saved. */
  done?: string | ((values: V) => string)
  /** Checks before the request: an error for each invalid field. */
  check?: (values: V) => Partial<Record<keyof V & string, string | undefined>>
  /** May be left without a question, such as a filter. */
  isFreeToLeave?: boolean
}

export type FormState<V extends object> = ReturnType<typeof useForm<V>>

/**
 * A form with a save button. `form.field('name')` binds a field. Errors of the API are shown below
 * their fields, and the first of these fields gets the focus.
 */
export const useForm = <V extends object, R = unknown>(options: FormOptions<V, R>) => {
  const words = useWords()
  const toast = useToast()
  const [saved, setSaved] = useState(options.initial)
  const [values, setValues] = useState(options.initial)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [isPending, setIsPending] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  // Read at the moment of leaving: onSaved may navigate before the next render.
  const mustAsk = useRef(false)
  mustAsk.current = isChanged && !options.isFreeToLeave

  const refuse = (refused: Record<string, string | undefined>) => {
    setErrors(refused)
    // After the render that marks the fields as invalid.
    setTimeout(() => {
      element.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')?.focus()
    })
    return false
  }

  /** Whether it was saved. */
  const submit = async (): Promise<boolean> => {
    if (isPending) return false
    setProblem(null)
    const found = options.check?.(values) ?? {}
    if (Object.values(found).some(Boolean)) return refuse(found)
    setErrors({})
    setIsPending(true)
    try {
      const result = await options.save(values)
      setSaved(values)
      mustAsk.current = false
      const { done } = options
      if (done) toast(typeof done === 'string' ? done : done(values))
      options.onSaved?.(values, result)
      return true
    } catch (error) {
      const failure = asProblem(error)
      setProblem(failure)
      return refuse(
        Object.fromEntries(
          // Reversed, because the first of several errors of a field must win.
          failure.fields
            .toReversed()
            .map((field) => [nameIn(values, field.field), fieldProblemText(words, field)]),
        ),
      )
    } finally {
      setIsPending(false)
    }
  }

  const set = <Name extends keyof V & string>(name: Name, value: V[Name]) => {
    setValues((all) => ({ ...all, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
  }

  return {
    values,
    set,
    /** Several at once. */
    change: (next: (values: V) => V) => setValues(next),
    isChanged,
    isPending,
    submit,
    element,
    mustAsk,
    /** Errors that belong to no field, shown above the buttons. */
    summary: summaryOf(words, problem, values),
    field: <Name extends keyof V & string>(name: Name): Bound<V[Name]> => ({
      name,
      value: values[name],
      onChange: (value) => set(name, value),
      error: errors[name],
    }),
    /** Resets to the saved values, or to other ones. */
    reset(to: V = saved) {
      setSaved(to)
      setValues(to)
      setErrors({})
      setProblem(null)
    },
  }
}

/**
 * /suggestions/2 belongs to `suggestions` unless a field is named suggestions.2, and /handoff/hours to
 * `hours` of a form that has no `handoff`.
 */
const nameIn = (values: object, field: string): string => {
  const parts = field.split('.')
  while (parts.length > 1 && !(parts.join('.') in values)) parts.pop()
  const name = parts.join('.')
  const inner = field.slice(name.length + 1)
  return name in values || inner === '' ? name : nameIn(values, inner)
}

const summaryOf = (
  words: ReturnType<typeof useWords>,
  problem: ApiProblem | null,
  values: object,
): string | null => {
  if (!problem) return null
  if (problem.fields.length === 0) return problemText(words, problem)
  const homeless = problem.fields.find(({ field }) => !(nameIn(values, field) in values))
  return homeless ? fieldProblemText(words, homeless) : words.errors.checkFields
}

interface FormProps<V extends object> {
  form: FormState<V>
  children: ReactNode
  /** Text of the button; default: "Save". */
  action?: string
  /** Beside the button, such as Cancel. */
  others?: ReactNode
  /** Offers to discard the changes. */
  mayDiscard?: boolean
  /** The button stays in view at the bottom of the window: for forms that are longer than it. */
  hasBar?: boolean
  /** Enables the button without a change, such as when something is created. */
  isAlwaysReady?: boolean
  /** In a dialog that has more to show after saving. */
  staysOpen?: boolean
  /** Shows the fields to readers who may not change them. */
  isReadOnly?: boolean
  className?: string
}

export const Form = <V extends object>(props: FormProps<V>) => {
  const { form, children, action, others, mayDiscard, hasBar, isAlwaysReady, className } = props
  const { isReadOnly = false } = props
  const words = useWords()
  const closeDialog = useContext(DialogClose)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if ((await form.submit()) && !props.staysOpen) closeDialog?.()
  }
  const submitButton = (
    <Button
      type="submit"
      kind="primary"
      isPending={form.isPending}
      disabled={!isAlwaysReady && !form.isChanged}
    >
      {action ?? words.ui.save}
    </Button>
  )
  const summary = form.summary && (
    <p
      role="alert"
      tabIndex={-1}
      className="w-full rounded-field bg-danger-soft px-3 py-2 text-danger"
    >
      {form.summary}
    </p>
  )
  return (
    <>
      <form
        ref={form.element}
        noValidate
        onSubmit={(event) => void submit(event)}
        className={className ?? 'flex flex-col gap-4'}
      >
        {isReadOnly ? (
          <fieldset disabled className="contents">
            {children}
          </fieldset>
        ) : (
          children
        )}
        {/* In the bar it is in view, however long the page is. */}
        {!hasBar && summary}
        {closeDialog && <DialogActions>{submitButton}</DialogActions>}
        {!closeDialog && !isReadOnly && (
          <div
            className={classNames(
              'flex flex-wrap items-center gap-2',
              hasBar &&
                'bottom-bar sticky bottom-0 z-20 -mx-1 border-t border-line bg-paper px-1 py-3',
            )}
          >
            {hasBar && summary}
            {submitButton}
            {others}
            {mayDiscard && form.isChanged && (
              <>
                <Button kind="quiet" onClick={() => form.reset()}>
                  {words.code.discard}
                </Button>
                <span className="text-small text-muted max-sm:hidden">{words.code.unsaved}</span>
              </>
            )}
          </div>
        )}
      </form>
      {/* Its dialog has a form too, and a form within a form is sent by the browser itself. */}
      <LeaveGuard
        title={words.ui.leaveTitle}
        text={words.ui.leaveText}
        mustAsk={(places) =>
          form.mustAsk.current && (!places || places.current.pathname !== places.next.pathname)
        }
      />
    </>
  )
}

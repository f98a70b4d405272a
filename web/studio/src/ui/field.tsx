import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useRef,
} from 'react'
import { useWords } from '../words/words.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icons.tsx'

interface Labelled {
  label: ReactNode
  /** A sentence that helps, below the label. */
  hint?: ReactNode
  /** Error message below the field. */
  error?: string | undefined
  isOptional?: boolean | undefined
  className?: string | undefined
}

interface FieldIds {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps extends Labelled {
  /** The control; it must spread the given ids. */
  children: (ids: FieldIds) => ReactNode
}

/** Label, hint, control and error, for controls that have no component here. */
export const Field = ({ label, hint, error, isOptional, className, children }: FieldProps) => {
  const words = useWords()
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
        {isOptional && <span className="font-normal text-muted"> ({words.ui.optional})</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-1 text-small text-muted">
          {hint}
        </p>
      )}
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      <FieldErrorText id={`${id}-error`} error={error} />
    </div>
  )
}

export const FieldErrorText = ({ id, error }: { id?: string; error: string | undefined }) =>
  error ? (
    <p id={id} className="mt-1 flex items-start gap-1 text-small text-danger">
      <Icon name="warning" className="mt-0.5" />
      {error}
    </p>
  ) : null

export const inputLook =
  'control w-full rounded-field border border-muted bg-raised px-3 py-1.5 text-ink placeholder:text-muted aria-invalid:border-danger disabled:opacity-60'

/** The result of `form.field(name)`; every field takes it. */
export interface Bound<T> {
  name: string
  value: T
  onChange: (value: T) => void
  error?: string | undefined
}

type Own = 'value' | 'onChange' | 'name' | 'children'

type TextFieldProps = Bound<string> &
  Labelled &
  Omit<InputHTMLAttributes<HTMLInputElement>, Own | keyof Labelled>

export const TextField = (props: TextFieldProps) => {
  const { label, hint, error, isOptional, className, onChange, ...rest } = props
  return (
    <Field {...{ label, hint, error, isOptional, className }}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          className={inputLook}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type TextAreaProps = Bound<string> &
  Labelled &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own | keyof Labelled> & {
    /** The same text with marks, which are shown over the field. */
    marked?: ReactNode
  }

export const TextArea = (props: TextAreaProps) => {
  const { label, hint, error, isOptional, className, onChange, rows = 4, marked, ...rest } = props
  const marks = useRef<HTMLDivElement>(null)
  return (
    <Field {...{ label, hint, error, isOptional, className }}>
      {(ids) => (
        <div className="relative">
          <textarea
            {...rest}
            {...ids}
            rows={rows}
            // With `field-sizing: content` the browser ignores `rows`.
            style={{ minHeight: `${rows * 1.5 + 0.875}rem` }}
            className={classNames(inputLook, 'block field-sizing-content resize-y')}
            onChange={(event) => onChange(event.target.value)}
            onScroll={({ currentTarget }) =>
              marks.current?.scrollTo({ top: currentTarget.scrollTop })
            }
          />
          {marked && (
            <div
              ref={marks}
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 overflow-hidden border border-transparent px-3 py-1.5 wrap-break-word whitespace-pre-wrap text-transparent *:text-transparent"
            >
              {marked}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

/** Labels by value, in the order of the list. */
type Labels<T extends string> = Readonly<Record<T, string>>

/** Choices from their values, which are their own labels unless `labelOf` has others. */
export const choicesOf = <T extends string>(
  values: Iterable<T>,
  labelOf: (value: T) => string = String,
) => Object.fromEntries(Array.from(values, (value) => [value, labelOf(value)])) as Labels<T>

type SelectBoxProps<T extends string> = Omit<Bound<T>, 'name' | 'error'> & {
  name?: string
  choices: Labels<NoInfer<Exclude<T, ''>>>
  /** Label of the first choice, which chooses nothing: ''. */
  none?: string
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, Own>

/** The native select, which works best on phones. */
export const Select = <T extends string>(props: SelectBoxProps<T> & Labelled) => {
  const { label, hint, error, isOptional, className, ...rest } = props
  return (
    <Field {...{ label, hint, error, isOptional, className }}>
      {(ids) => <SelectBox {...(rest as SelectBoxProps<T>)} {...ids} />}
    </Field>
  )
}

/** Without a label of its own, for a table: give it an `aria-label`. */
export const SelectBox = <T extends string>(props: SelectBoxProps<T>) => {
  const { onChange, choices, none, className, ...rest } = props
  return (
    <div className={classNames('relative', className)}>
      <select
        {...rest}
        className={classNames(inputLook, 'appearance-none truncate pr-9')}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {Object.entries<string>(choices).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        name="down"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </div>
  )
}

type CheckProps = Bound<boolean> & Labelled & { isDisabled?: boolean }

const Check = (props: CheckProps & { role?: 'switch'; box: string }) => {
  const { label, hint, error, className, name, value, onChange, isDisabled, role, box } = props
  const { ui } = useWords()
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label className="control flex items-start gap-3 py-1.5">
        <input
          type="checkbox"
          {...(role && { role })}
          name={name}
          checked={value}
          disabled={isDisabled}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className={box}
        />
        <span className="order-1 min-w-0">
          {label}
          {hint && (
            <span id={`${id}-hint`} className="block text-small text-muted">
              {hint}
            </span>
          )}
        </span>
        {/* Beside the switch, behind its name. A screen reader says it of a switch by itself. */}
        {role === 'switch' && (
          <span aria-hidden="true" className="min-w-8 text-muted">
            {value ? ui.on : ui.off}
          </span>
        )}
      </label>
      <FieldErrorText id={`${id}-error`} error={error} />
    </div>
  )
}

export const Checkbox = (props: CheckProps) => (
  <Check {...props} box="mt-0.5 size-5 shrink-0 accent-accent" />
)

/** For settings that apply immediately. Use `Checkbox` in a form with a save button. */
export const Switch = (props: CheckProps) => (
  <Check
    {...props}
    role="switch"
    box="relative mt-0.5 h-5 w-9 shrink-0 appearance-none rounded-full bg-muted transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-paper before:transition-transform checked:bg-accent checked:before:translate-x-4 disabled:opacity-50"
  />
)

import { useId } from 'react'
import { margins, type SymbolStyle } from '#contract/image-styles.ts'
import { ColorField } from '../ui/code/color-field.tsx'
import { LogoField } from '../ui/code/logo-field.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { type Bound, Field, Select } from '../ui/field.tsx'
import type { FormState } from '../ui/form.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import type { StyleValues } from './style-values.ts'

export const StyleFields = ({ form }: { form: FormState<StyleValues> }) => {
  const { print, code } = useWords()
  const format = useFormat()
  const margin = form.field('style.margin')
  const isWrong = (margin.error ?? form.field('style.level').error) !== undefined
  return (
    <div className="flex flex-col gap-6">
      <h2 className="text-large font-semibold">{print.style}</h2>
      <div className="grid gap-6 sm:grid-cols-2">
        <ColorField {...form.field('style.color')} label={print.color} />
        <ColorField {...form.field('style.background')} label={print.background} />
        <ShapeField {...form.field('style.dots')} kind="dots" />
        <ShapeField {...form.field('style.eyes')} kind="eyes" />
      </div>
      <LogoField {...form.field('logo')} />
      <Disclosure title={code.advanced} text={print.advancedText} isWrong={isWrong}>
        <Select
          {...form.field('style.level')}
          label={print.level}
          hint={print.levelHint}
          choices={print.levels}
        />
        <Field label={print.margin} hint={print.marginHint} error={margin.error}>
          {(ids) => (
            <div className="flex items-center gap-4">
              <input
                {...ids}
                type="range"
                min={margins.minimum}
                max={margins.maximum}
                value={margin.value}
                onChange={(event) => margin.onChange(Number(event.target.value))}
                className="control min-w-0 flex-1 accent-accent"
              />
              <output htmlFor={ids.id} className="w-28 text-right text-muted">
                {print.marginValue(format.number(margin.value))}
              </output>
            </div>
          )}
        </Field>
      </Disclosure>
    </div>
  )
}

type ShapeFieldProps =
  | (Bound<SymbolStyle['dots']> & { kind: 'dots' })
  | (Bound<SymbolStyle['eyes']> & { kind: 'eyes' })

/** A square with round corners, on a grid of 24. */
const box = (at: number, size: number, radius: number): string => {
  const side = size - 2 * radius
  const arc = (x: number, y: number) => `a${radius} ${radius} 0 0 1 ${x} ${y}`
  return (
    `M${at + radius} ${at}h${side}${arc(radius, radius)}v${side}${arc(-radius, radius)}` +
    `h${-side}${arc(-radius, -radius)}v${-side}${arc(radius, -radius)}z`
  )
}

const dot = (x: number, y: number): string => `M${x} ${y - 4}a4 4 0 1 1 0 8a4 4 0 1 1 0-8z`

// As the service draws them: three modules that touch each other, and one eye.
const drawings: Record<string, string> = {
  'dots square': 'M4 4h8v8h8v8H4z',
  'dots rounded': 'M8 4a4 4 0 0 1 4 4v4h4a4 4 0 0 1 0 8H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z',
  'dots dots': dot(8, 8) + dot(8, 16) + dot(16, 16),
  'eyes square': box(1.5, 21, 0) + box(4.5, 15, 0) + box(7.5, 9, 0),
  'eyes rounded': box(1.5, 21, 4.5) + box(4.5, 15, 2.25) + box(7.5, 9, 2.25),
  'eyes circle': box(1.5, 21, 6.75) + box(4.5, 15, 3.75) + box(7.5, 9, 3.75),
}

/** The shapes to choose from, drawn. */
const ShapeField = (props: ShapeFieldProps) => {
  const { kind, value } = props
  const { print } = useWords()
  const name = useId()
  const labels: Record<string, string> = kind === 'dots' ? print.dotShapes : print.eyeShapes
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{print[kind]}</legend>
      <div className="grid grid-cols-3 gap-2">
        {Object.entries(labels).map(([shape, label]) => (
          <label
            key={shape}
            className="flex cursor-pointer flex-col items-center gap-1.5 rounded-field border border-line bg-raised px-1 py-2.5 text-small hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={shape === value}
              onChange={() => props.onChange(shape as never)}
            />
            <svg
              viewBox="0 0 24 24"
              fill="currentColor"
              fillRule="evenodd"
              aria-hidden="true"
              className="size-6"
            >
              <path d={drawings[`${kind} ${shape}`]} />
            </svg>
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { margins } from '#contract/image-styles.ts'
import { Field, Select } from '../ui/field.tsx'
import type { FormState } from '../ui/form.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { ColorField } from './color-field.tsx'
import { LogoField } from './logo-field.tsx'
import { ShapeField } from './shape-field.tsx'
import type { StyleValues } from './style-values.ts'

export const StyleFields = ({ form }: { form: FormState<StyleValues> }) => {
  const { print } = useWords()
  const format = useFormat()
  const margin = form.field('style.margin')
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
    </div>
  )
}

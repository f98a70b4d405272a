import { useId } from 'react'
import { useWords } from '../../words/words.tsx'
import type { CodeTemplate } from './draft.ts'
import { TemplateDrawing } from './template-drawing.tsx'

interface TemplateChoiceProps {
  templates: CodeTemplate[]
  chosen: CodeTemplate['template']
  onChoose: (template: CodeTemplate) => void
}

/** The seven templates in little room; the arrow keys go through them. */
export const TemplateChoice = ({ templates, chosen, onChoose }: TemplateChoiceProps) => {
  const { code } = useWords()
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{code.startFrom}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {templates.map((one) => (
          <label
            key={one.template}
            title={one.description}
            className="card flex cursor-pointer flex-col items-start gap-2 p-3 text-small hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={one.template === chosen}
              onChange={() => onChoose(one)}
            />
            <TemplateDrawing template={one.template} className="size-8" />
            <span className="min-w-0 font-medium">{one.title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

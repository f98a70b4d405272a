import { classNames } from '../ui/class-names.ts'
import type { CodeTemplate } from '../ui/code/draft.ts'
import { TemplateDrawing } from '../ui/code/template-drawing.tsx'
import { useWords } from '../words/words.tsx'
import { StepPage } from './step-page.tsx'

interface PickStepProps {
  templates: CodeTemplate[]
  chosen: CodeTemplate['template'] | null
  onChoose: (template: CodeTemplate) => void
}

/** Choosing a template opens the next step. */
export const PickStep = ({ templates, chosen, onChoose }: PickStepProps) => {
  const { firstRun } = useWords()
  return (
    <StepPage step="pick" title={firstRun.pickTitle} text={firstRun.pickText}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {templates.map((template) => (
          <li key={template.template} className="flex">
            <button
              type="button"
              aria-pressed={template.template === chosen}
              onClick={() => onChoose(template)}
              className={classNames(
                'card flex w-full items-start gap-4 p-5 text-left transition-colors hover:border-accent hover:bg-hover',
                template.template === chosen && 'border-accent',
              )}
            >
              <TemplateDrawing template={template.template} className="size-12" />
              <span className="min-w-0">
                <span className="block font-semibold">{template.title}</span>
                <span className="mt-1 block text-small text-muted">{template.description}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </StepPage>
  )
}

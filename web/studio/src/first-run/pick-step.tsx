import { classNames } from '../ui/class-names.ts'
import { TemplateDrawing } from '../ui/code/template-drawing.tsx'
import { TemplateMenu } from '../ui/code/template-menu.tsx'
import type { TemplateChoice } from '../ui/code/templates.ts'
import { useWords } from '../words/words.tsx'
import { StepPage } from './step-page.tsx'

interface PickStepProps {
  choices: TemplateChoice[]
  /** The key of a template. */
  chosen: string | null
  onChoose: (choice: TemplateChoice) => void
}

/** Choosing a template opens the next step. */
export const PickStep = ({ choices, chosen, onChoose }: PickStepProps) => {
  const { firstRun, templates: words } = useWords()
  return (
    <StepPage step="pick" title={firstRun.pickTitle} text={firstRun.pickText}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {choices.map((template) => (
          <li key={template.key} className="relative flex">
            <button
              type="button"
              aria-pressed={template.key === chosen}
              onClick={() => onChoose(template)}
              className={classNames(
                'card flex w-full items-start gap-4 p-5 text-left transition-colors hover:border-accent hover:bg-hover',
                template.key === chosen && 'border-accent',
              )}
            >
              <TemplateDrawing template={template.template} className="size-12" />
              <span className="min-w-0">
                <span
                  className={classNames(
                    'block font-semibold wrap-anywhere',
                    // Room for the menu.
                    !template.example && 'pr-6',
                  )}
                >
                  {template.title}
                </span>
                <span className="mt-1 block text-small text-muted">
                  {template.description ?? words.own}
                </span>
              </span>
            </button>
            <TemplateMenu template={template} />
          </li>
        ))}
      </ul>
    </StepPage>
  )
}

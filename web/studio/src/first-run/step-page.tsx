import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from '../api/organization.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

const steps = ['pick', 'write', 'print'] as const
type Step = (typeof steps)[number]

interface StepPageProps {
  step: Step
  title: string
  text: string
  action?: ReactNode
  children: ReactNode
}

/** One of the three steps, with the list of steps as the way back. */
export const StepPage = ({ step, title, text, action, children }: StepPageProps) => (
  <Page key={step} title={title} text={text} back={<StepList current={step} />} action={action}>
    {children}
  </Page>
)

const StepList = ({ current }: { current: Step }) => {
  const { firstRun } = useWords()
  const at = steps.indexOf(current)
  return (
    <nav aria-label={firstRun.steps} className="mb-6">
      <ol className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small">
        {steps.map((step, index) => (
          <li key={step} className="flex items-center gap-3">
            {index > 0 && <span aria-hidden="true" className="h-px w-4 bg-line sm:w-10" />}
            <StepName step={step} number={index + 1} isDone={index < at} isHere={index === at} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface StepNameProps {
  step: Step
  number: number
  isDone: boolean
  isHere: boolean
}

const StepName = ({ step, number, isDone, isHere }: StepNameProps) => {
  const { firstRun } = useWords()
  const { slug } = useOrganization()
  const content = (
    <>
      <span
        className={classNames(
          'flex size-6 items-center justify-center rounded-field font-medium',
          isHere
            ? 'bg-accent text-on-accent'
            : isDone
              ? 'bg-accent-soft text-accent'
              : 'border border-line text-muted',
        )}
      >
        {isDone ? <Icon name="check" /> : number}
      </span>
      <span className={isHere ? 'font-medium' : 'text-muted'}>{firstRun.step[step]}</span>
    </>
  )
  const classes = 'control inline-flex items-center gap-2'
  return isDone ? (
    <Link
      to="/$slug/welcome"
      params={{ slug }}
      search={step === 'write' ? { step } : {}}
      activeProps={{ 'aria-current': undefined }}
      className={classNames(classes, 'hover:text-ink')}
    >
      {content}
    </Link>
  ) : (
    <span className={classes} {...(isHere && { 'aria-current': 'step' as const })}>
      {content}
    </span>
  )
}

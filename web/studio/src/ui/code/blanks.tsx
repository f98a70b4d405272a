import type { ReactNode } from 'react'
import { maxLength } from '#contract/limits.ts'
import { useOrganization } from '../../api/organization.ts'
import { useWords } from '../../words/words.tsx'
import { TextArea } from '../field.tsx'
import { TextLink } from '../links.tsx'
import { Notice } from '../states.tsx'
import { useAnsweredBlanks } from './answered-blanks.ts'
import { type CodeDraft, openBlanks } from './draft.ts'

interface DetailsFieldsProps {
  blanks: string[]
  /** The blanks that a source answers. */
  answered: string[]
  details: CodeDraft['details']
  onChange: (details: CodeDraft['details']) => void
}

/** A short form with a field for each blank. */
export const DetailsFields = ({ blanks, answered, details, onChange }: DetailsFieldsProps) => {
  const { blanks: words } = useWords()
  if (blanks.length === 0) return null
  return (
    <fieldset className="card p-4">
      <legend className="-mb-1 px-1 font-medium">{words.title}</legend>
      <p className="mb-3 text-small text-muted">{words.text}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {blanks.map((blank) => (
          <TextArea
            key={blank}
            name={blank}
            label={labelOf(blank)}
            hint={answered.includes(blank) ? words.answered : undefined}
            rows={1}
            maxLength={maxLength.welcomeMessage}
            autoComplete="off"
            value={details[blank] ?? ''}
            onChange={(text) => onChange({ ...details, [blank]: text })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** `[your Wi-Fi name]` → `Your Wi-Fi name`. */
const labelOf = (blank: string): string => blank.charAt(1).toUpperCase() + blank.slice(2, -1)

/** The blanks that are still open. */
export const OpenBlanks = ({ blanks, action }: { blanks: string[]; action?: ReactNode }) => {
  const { blanks: words } = useWords()
  if (blanks.length === 0) return null
  return (
    <Notice tone="warn">
      <p className="font-medium">{words.open(blanks.length)}</p>
      <p>{blanks.map(labelOf).join(', ')}</p>
      {action && <p className="mt-1">{action}</p>}
    </Notice>
  )
}

/** The same in one line, beside the button that creates the code. */
export const BlanksCount = ({ blanks }: { blanks: string[] }) => {
  const { blanks: words } = useWords()
  if (blanks.length === 0) return null
  return <span className="text-small text-warn">{words.left(blanks.length)}</span>
}

type CodeTexts = Parameters<typeof openBlanks>[0] & { id: string }

/** Before a code is printed: the blanks in its saved texts, and where to fill them in. */
export const CodeBlanks = ({ code }: { code: CodeTexts }) => {
  const { blanks: words } = useWords()
  const { slug } = useOrganization()
  const blanks = openBlanks(code)
  const answered = useAnsweredBlanks(code.id, blanks)
  return (
    <OpenBlanks
      blanks={blanks.filter((one) => !answered.includes(one))}
      action={
        <TextLink to="/$slug/codes/$id/talk" params={{ slug, id: code.id }}>
          {words.edit}
        </TextLink>
      }
    />
  )
}

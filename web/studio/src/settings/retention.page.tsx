import { qpr, type Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { useAsk } from '../ui/ask.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { BackLink } from '../ui/links.tsx'
import { Card, Page } from '../ui/page.tsx'
import { Notice, Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'

type Privacy = Schema<'Privacy'>

const names = ['conversation_days', 'lead_days', 'question_days'] as const
type Name = (typeof names)[number]

/** How long the organization keeps what visitors wrote. */
export const RetentionPage = () => {
  const { retention: words, settings } = useWords()
  const { id } = useOrganization()
  const query = useRead(qpr.organizations.getPrivacy, id)
  return (
    <Page
      title={words.title}
      text={words.text}
      back={<BackLink to="/$slug/settings" text={settings.title} />}
    >
      <Shown query={query} height="h-96">
        {(privacy) => <RetentionForm privacy={privacy} />}
      </Shown>
    </Page>
  )
}

/** Empty: as long as the operator and the plan say. */
const daysOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const RetentionForm = ({ privacy }: { privacy: Privacy }) => {
  const { retention: words, ui } = useWords()
  const { id } = useOrganization()
  const ask = useAsk()
  const put = useChange(qpr.organizations.setPrivacy, {
    changes: ['/v1/organizations/{id}/privacy'],
  })
  const { maximum_days } = privacy
  const maximum = maximum_days ?? 3650
  const isRight = (text: string): boolean => {
    const days = daysOf(text)
    return days === null || (Number.isInteger(days) && days >= 1 && days <= maximum)
  }
  const each = <Value,>(make: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>
  const form = useForm<Record<Name, string>>({
    initial: each((name) => String(privacy[name] ?? '')),
    check: (values) => each((name) => (isRight(values[name]) ? undefined : words.invalid(maximum))),
    save: (values) => put.mutateAsync([id, each((name) => daysOf(values[name]))]),
    done: ui.saved,
  })
  const { values } = form
  const keeps = (days: number | null): number => days ?? maximum_days ?? Number.POSITIVE_INFINITY
  const shorter = names.filter((name) => keeps(daysOf(values[name])) < keeps(privacy[name]))
  const submit = async () => {
    if (shorter.length === 0 || !names.every((name) => isRight(values[name]))) {
      return await form.submit()
    }
    const days = shorter.map((name) => `${words.fields[name]}: ${values[name]}.`)
    ask({
      title: words.shortenTitle,
      text: [...days, words.when].join(' '),
      action: words.shorten,
      isDanger: true,
      onConfirm: form.submit,
    })
    return false
  }
  return (
    <Card>
      <Form form={{ ...form, submit }} className="flex max-w-140 flex-col gap-6">
        <Notice>
          {maximum_days === null ? words.noMaximum : words.maximum(maximum_days)} {words.when}
        </Notice>
        {names.map((name) => (
          <TextField
            key={name}
            label={words.fields[name]}
            hint={words.hints[name]}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            isOptional
            {...form.field(name)}
          />
        ))}
      </Form>
    </Card>
  )
}

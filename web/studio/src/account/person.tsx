import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { qpr, type Schema } from '../api/client.ts'
import { serviceAddress } from '../api/place.ts'
import { asProblem } from '../api/problem.ts'
import { useChange } from '../api/query.ts'
import { ConfirmButton } from '../ui/ask.tsx'
import { Button, ButtonAnchor } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Card, Section } from '../ui/page.tsx'
import { Notice } from '../ui/states.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

type Account = Schema<'Account'>

const changes = ['/v1/account'] as const

/** The name and the address of the user. */
export const Person = ({ account }: { account: Account }) => (
  <div className="mb-10 flex flex-col gap-6">
    {!account.user.email_confirmed && account.mail_configured && (
      <Unconfirmed email={account.user.email} />
    )}
    <Card>
      <div className="flex max-w-140 flex-col gap-8">
        <NameForm name={account.user.display_name ?? ''} />
        <Address account={account} />
      </div>
    </Card>
  </div>
)

/** The sign-in link proves the address. */
const Unconfirmed = ({ email }: { email: string }) => {
  const { account: words } = useWords()
  return (
    <Notice tone="warn">
      <p className="mb-3">{words.unconfirmed(email)}</p>
      <form
        method="post"
        action={serviceAddress(`/signin?next=${encodeURIComponent('/studio/account')}`)}
      >
        <input type="hidden" name="email" value={email} />
        <Button type="submit">{words.sendLink}</Button>
      </form>
    </Notice>
  )
}

const NameForm = ({ name }: { name: string }) => {
  const { account: words } = useWords()
  const update = useChange(qpr.account.update, { changes })
  const form = useForm({
    initial: { display_name: name },
    save: ({ display_name }) =>
      update.mutateAsync([{ display_name: display_name.trim() === '' ? null : display_name }]),
    done: words.nameSaved,
  })
  return (
    <Form form={form} action={words.saveName}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        maxLength={maxLength.displayName}
        autoComplete="name"
        {...form.field('display_name')}
      />
    </Form>
  )
}

const Address = ({ account }: { account: Account }) => {
  const { account: words } = useWords()
  const { user } = account
  if (user.signs_in_with_company) return <Fact label={words.email} text={words.ofCompany} />
  if (!account.mail_configured) return <Fact label={words.email} text={words.noMail} />
  if (!user.email_confirmed) return null
  return user.new_email === null ? (
    <AddressForm email={user.email} />
  ) : (
    <Waiting current={user.email} next={user.new_email} />
  )
}

const Fact = ({ label, text }: { label: string; text: string }) => (
  <div>
    <p className="font-medium">{label}</p>
    <p className="text-small text-muted">{text}</p>
  </div>
)

const AddressForm = ({ email }: { email: string }) => {
  const { account: words, errors } = useWords()
  const update = useChange(qpr.account.update, { changes })
  const form = useForm({
    initial: { email },
    check: ({ email: next }) => ({
      email: next.trim() === '' ? errors.fields.required : undefined,
    }),
    save: ({ email: next }) => update.mutateAsync([{ email: next.trim() }]),
    done: ({ email: next }) => words.mailed(next.trim()),
  })
  return (
    <Form form={form} action={words.saveEmail}>
      <TextField
        label={words.email}
        hint={words.emailHint}
        type="email"
        autoComplete="email"
        {...form.field('email')}
      />
    </Form>
  )
}

/** The current address, sent again, stops the change. */
const Waiting = ({ current, next }: { current: string; next: string }) => {
  const { account: words } = useWords()
  const toast = useToast()
  const onError = useTellProblem()
  const stop = useChange(qpr.account.update, { changes, onDone: () => toast(words.stopped) })
  return (
    <Notice>
      <p className="mb-3">{words.waiting(next)}</p>
      <Button
        isPending={stop.isPending}
        onClick={() => stop.mutate([{ email: current }], { onError })}
      >
        {words.stop}
      </Button>
    </Notice>
  )
}

/** Everything about the person as a file, and the end of the account. */
export const YourData = ({ account }: { account: Account }) => {
  const { account: words } = useWords()
  const [needing, setNeeding] = useState<{ id: string; name: string; slug: string }[]>([])
  const remove = useChange(qpr.account.delete)
  const deleteAccount = async () => {
    try {
      await remove.mutateAsync([])
    } catch (error) {
      const { code, organizations } = asProblem(error)
      if (code !== 'last_owner') throw error
      return setNeeding([...organizations])
    }
    location.assign(serviceAddress('/signin'))
  }
  return (
    <>
      <Section title={words.data} text={words.dataText}>
        <ButtonAnchor icon="download" href={serviceAddress('/v1/account/export')} download="">
          {words.export}
        </ButtonAnchor>
      </Section>
      <Section title={words.end} text={words.endText}>
        {needing.length > 0 && (
          <div role="alert" className="mb-4">
            <Notice tone="warn">
              <p>{words.needing}</p>
              <ul className="mt-2 list-disc pl-5">
                {needing.map(({ id, name, slug }) => (
                  <li key={id}>
                    <Link className="link" to="/$slug/members" params={{ slug }}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </Notice>
          </div>
        )}
        <ConfirmButton
          kind="danger"
          title={words.endTitle}
          text={words.endWarning}
          action={words.endAction}
          isDanger
          typeName={account.user.email}
          onConfirm={deleteAccount}
        />
      </Section>
    </>
  )
}

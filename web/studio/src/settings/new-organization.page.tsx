import { useNavigate } from '@tanstack/react-router'
import { maxLength } from '#contract/limits.ts'
import { qpr } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Card, Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import { useSlugCheck } from './slug.ts'

export const NewOrganizationPage = () => {
  const { settings, errors } = useWords()
  const navigate = useNavigate()
  const checkSlug = useSlugCheck()
  const create = useChange(qpr.organizations.create, { changes: ['/v1/organizations'] })
  const form = useForm({
    initial: { name: '', slug: '' },
    check: ({ name, slug }) => ({
      name: name.trim() === '' ? errors.fields.required : undefined,
      slug: slug === '' ? undefined : checkSlug(slug),
    }),
    save: ({ name, slug }) => create.mutateAsync([{ name, ...(slug !== '' && { slug }) }]),
    onSaved: (_, { slug }) => void navigate({ to: '/$slug/codes', params: { slug } }),
  })
  return (
    <Page title={settings.newOrganizationTitle} text={settings.newOrganizationText}>
      <Card>
        <Form
          form={form}
          action={settings.create}
          isAlwaysReady
          className="flex max-w-140 flex-col gap-6"
        >
          <TextField
            label={settings.name}
            maxLength={maxLength.name}
            autoComplete="organization"
            {...form.field('name')}
          />
          <TextField
            label={settings.slug}
            hint={settings.newSlugHint}
            isOptional
            maxLength={63}
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('slug')}
          />
        </Form>
      </Card>
    </Page>
  )
}

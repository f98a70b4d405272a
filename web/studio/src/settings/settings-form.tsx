import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { maxLength } from '#contract/limits.ts'
import { qpr } from '../api/client.ts'
import { moveOrganization, type Organization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Card } from '../ui/page.tsx'
import { Notice } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { doubledKey, type Entry, entriesOf, metadataOf } from './metadata.ts'
import { MetadataFields } from './metadata-fields.tsx'
import { useSlugCheck } from './slug.ts'

interface Values {
  name: string
  slug: string
  metadata: Entry[]
}

export const SettingsForm = ({ organization }: { organization: Organization }) => {
  const { settings, errors, ui } = useWords()
  const { id, name, slug, metadata } = organization
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const checkSlug = useSlugCheck()
  const update = useChange(qpr.organizations.update)
  const form = useForm<Values>({
    initial: { name, slug, metadata: entriesOf(metadata) },
    check: (values) => ({
      name: values.name.trim() === '' ? errors.fields.required : undefined,
      slug: checkSlug(values.slug),
      metadata: doubledKey(values.metadata) ? settings.doubledKey : undefined,
    }),
    save: (values) =>
      update.mutateAsync([
        id,
        { name: values.name, slug: values.slug, metadata: metadataOf(values.metadata) },
      ]),
    done: ui.saved,
    onSaved: (values) => {
      const params = { slug: values.slug }
      const saved = { ...organization, ...params, name: values.name }
      void moveOrganization(
        queryClient,
        slug,
        { ...saved, metadata: metadataOf(values.metadata) },
        () => navigate({ to: '/$slug/settings', params, replace: true }),
      )
    },
  })
  return (
    <Card>
      <Form form={form} className="flex max-w-140 flex-col gap-6">
        <TextField label={settings.name} maxLength={maxLength.name} {...form.field('name')} />
        <div>
          <TextField
            label={settings.slug}
            hint={settings.slugHint}
            maxLength={63}
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('slug')}
          />
          {form.values.slug !== slug && (
            <Notice tone="warn" className="mt-2">
              {settings.slugWarning}
            </Notice>
          )}
        </div>
        <MetadataFields {...form.field('metadata')} />
      </Form>
    </Card>
  )
}

import { type Static, Type } from 'typebox'
import { maxLength } from '#contract/limits.ts'
import { templates } from '#contract/templates.ts'
import { Instant, named, OneOf, Str, Text } from '../../platform/http/schema.ts'
import { NewCode } from '../codes/codes.schema.ts'

const Title = Text(maxLength.name, 'The title of the template, 1 to 200 characters.', 'Our tables')

const fields = {
  id: Str('Unique id.', 'tpl_01JB0000000000000000000000'),
  title: Title,
  template: OneOf(templates, 'The value of `template` of the code.', 'hospitality'),
  created_at: Instant('When the template was saved.'),
  updated_at: Instant('When the template was last changed.'),
}

export const SavedTemplate = named('SavedTemplate', Type.Object(fields))

const { organization_id: _, ...example } = NewCode.properties

export const SavedTemplateDetail = named(
  'SavedTemplateDetail',
  Type.Object({
    ...fields,
    example: Type.Object(example, {
      description:
        'The fields of the code when the template was saved: a valid request body for creating a ' +
        'code. The logo is not included.',
    }),
  }),
)
export type TemplateExample = Static<typeof SavedTemplateDetail>['example']

export const NewTemplate = Type.Object({
  qpr_code_id: Str('The id or the short id of a code of this organization.', 'k3v9x0pz', {
    maxLength: 100,
  }),
  title: Type.Optional({ ...Title, description: 'The title. Default: the name of the code.' }),
})
export type NewTemplate = Static<typeof NewTemplate>

export const TemplateChanges = Type.Object({ title: Title })

const OrganizationId = Str('The id or the slug of the organization.', 'harbour-hotels')

export const TemplateListPath = Type.Object({ id: OrganizationId })

export const TemplatePath = Type.Object({
  id: OrganizationId,
  template_id: Str('The id of the template.', 'tpl_01JB0000000000000000000000'),
})

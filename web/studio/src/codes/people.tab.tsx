import { maxLength } from '#contract/limits.ts'
import { qpr, type Schema } from '../api/client.ts'
import { changedFields } from '../api/given.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { HandoffFields, handoffInput, handoffValues } from '../ui/code/handoff-fields.tsx'
import { checkHours } from '../ui/code/hours-field.tsx'
import { Checkbox, Select, TextArea, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { TextLink } from '../ui/links.tsx'
import { Section } from '../ui/page.tsx'
import { Notice, Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { type Code, codePaths, useCode } from './code.ts'
import { LeadRows } from './lead-form-fields.tsx'
import { checkRows, leadFormOf, leadValuesOf } from './lead-values.ts'

/** How visitors of a code reach a person, and what they may leave. */
export const PeopleTab = () => {
  const code = useCode()
  const { id } = useOrganization()
  const query = useRead(qpr.organizations.getHandoff, id)
  return (
    <Shown query={{ ...query, data: code && query.data }}>
      {(shared) => code && <PeopleForm key={code.id} code={code} shared={shared} />}
    </Shown>
  )
}

interface PeopleProps {
  code: Code
  /** Of the organization. */
  shared: Schema<'Handoff'>
}

const PeopleForm = ({ code, shared }: PeopleProps) => {
  const words = useWords()
  const { handoff, leadForm, errors } = words
  const { slug } = useOrganization()
  const isReader = !useMay()('codes:write')
  const change = useChange(qpr.codes.update, { changes: codePaths })
  const valuesOf = ({ handoff: own, lead_form }: Code) => ({
    of: own ? 'code' : 'organization',
    ...handoffValues(own ?? shared),
    hasForm: lead_form !== null,
    ...leadValuesOf(words, lead_form),
  })
  type Values = ReturnType<typeof valuesOf>
  const inputOf = ({ of, hasForm, title, fields, consent, ...own }: Values) => ({
    handoff: of === 'code' ? handoffInput(own) : null,
    lead_form: hasForm ? leadFormOf({ title, fields, consent }) : null,
  })
  const saved = inputOf(valuesOf(code))
  const required = (text: string) => (text.trim() === '' ? errors.fields.required : undefined)
  const form = useForm<Values, Code>({
    initial: valuesOf(code),
    check: ({ of, hours, hasForm, title, fields, consent }) => ({
      hours: of === 'code' ? checkHours(words, hours) : undefined,
      ...(hasForm && {
        title: required(title),
        fields: checkRows(words, fields),
        consent: required(consent),
      }),
    }),
    save: (values) => change.mutateAsync([code.id, changedFields(saved, inputOf(values))]),
    // New fields have their keys now.
    onSaved: (_, result) => form.reset(valuesOf(result)),
    done: words.ui.saved,
  })
  const { of, enabled, hasForm } = form.values
  const isOn = of === 'code' ? enabled : shared.enabled
  return (
    <Form form={form} hasBar mayDiscard isReadOnly={isReader} className="flex max-w-160 flex-col">
      <Section title={handoff.title} text={handoff.text}>
        <div className="flex flex-col gap-6">
          <Select
            {...form.field('of')}
            label={handoff.ofCode}
            hint={
              of === 'organization' && (
                <TextLink to="/$slug/settings/handoff" params={{ slug }}>
                  {handoff.enabled}: {shared.enabled ? words.ui.on : words.ui.off}
                </TextLink>
              )
            }
            choices={{ organization: handoff.asOrganization, code: handoff.own }}
          />
          {of === 'code' && <HandoffFields field={form.field} />}
        </div>
      </Section>
      <Section title={leadForm.title} text={leadForm.text}>
        <div className="flex flex-col gap-6">
          <Checkbox {...form.field('hasForm')} label={leadForm.enabled} />
          {isOn && !hasForm && <Notice tone="warn">{leadForm.missing}</Notice>}
          {hasForm && (
            <>
              <TextField
                {...form.field('title')}
                label={leadForm.formTitle}
                maxLength={maxLength.leadLabel}
              />
              <LeadRows {...form.field('fields')} />
              <TextArea
                {...form.field('consent')}
                label={leadForm.consent}
                hint={leadForm.consentHint}
                rows={2}
                maxLength={maxLength.consent}
              />
            </>
          )}
        </div>
      </Section>
    </Form>
  )
}

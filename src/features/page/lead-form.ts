import type { LeadField, LeadForm } from '#contract/handling.ts'
import { maxLength } from '#contract/limits.ts'
import { type Html, html } from '../../platform/kit/html.ts'
import { chatAddress, peopleAddress, type ScannedPage } from './parts.ts'
import { scanWords } from './words.ts'

/** The form after a refusal. */
export interface RefusedLead {
  /** By the key of the field. */
  values: Record<string, string>
  errors: { pointer: string; message: string }[]
  /** A refusal that concerns no field. */
  notice?: string | undefined
}

/**
 * The form with which a visitor leaves an address. The script moves it into a dialog and writes what
 * is wrong into the same places, whose ids are the pointers of the errors.
 */
export const renderLeadForm = (
  page: ScannedPage,
  { title, fields, consent }: LeadForm,
  { values, errors, notice }: RefusedLead,
): Html => {
  const words = scanWords[page.language]
  const wrongAt = (pointer: string) => errors.find((error) => error.pointer === pointer)?.message
  const wrong = (pointer: string) =>
    html`<small class="wrong" id="wrong${pointer}">${wrongAt(pointer)}</small>`
  const attributes = (pointer: string, isRequired: boolean, help?: Html | false) =>
    html`${isRequired && html` required`} aria-describedby="wrong${pointer}${help}"${wrongAt(pointer) && html` aria-invalid="true"`}`
  const row = (field: LeadField): Html => {
    const { key, label, help, required } = field
    const pointer = `/values/${key}`
    // A key such as `constructor` is a property of every object.
    const value = Object.hasOwn(values, key) ? values[key] : ''
    const described = attributes(pointer, required, help !== undefined && html` help/${key}`)
    return html`<p><label for="field/${key}" dir="auto">${label}${required && ' *'}</label>${help !== undefined && html`<small id="help/${key}" dir="auto">${help}</small>`}
      ${control(field, html` id="field/${key}" name="values.${key}"${described}`, value ?? '', words)}${wrong(pointer)}</p>`
  }
  return html`<form id="lead" method="post" action="${peopleAddress(page, 'lead')}"><h2 id="lead-title" dir="auto">${title}</h2>
    ${fields.map(row)}
    <p><label class="check" dir="auto"><input type="checkbox" name="consent" value="${consent}"${attributes('/consent', true)}> ${consent}</label>${wrong('/consent')}</p>
    <p class="wrong" id="wrong" role="status">${notice}</p>
    <div class="row"><a class="contact" href="${chatAddress(page)}">${words.cancel}</a><button class="main">${words.send}</button></div></form>`
}

const control = (
  { key, type, choices = [] }: LeadField,
  attributes: Html,
  value: string,
  { yes, no }: { yes: string; no: string },
): Html => {
  const option = (one: string, text: string) =>
    html`<option value="${one}"${one === value && html` selected`}>${text}</option>`
  if (type === 'choice' || type === 'yes_no') {
    const options = type === 'choice' ? choices.map((one) => [one, one] as const) : []
    const answers =
      type === 'yes_no'
        ? ([
            ['yes', yes],
            ['no', no],
          ] as const)
        : options
    return html`<select${attributes}>${option('', '')}${answers.map(([one, text]) => option(one, text))}</select>`
  }
  const name = key === 'name' && html` autocomplete="name"`
  return type === 'text'
    ? html`<textarea${attributes} rows="1" maxlength="${maxLength.leadValue}"${name}>${value}</textarea>`
    : html`<input${attributes} type="${type}" dir="ltr" value="${value}" maxlength="254" autocomplete="${type}">`
}

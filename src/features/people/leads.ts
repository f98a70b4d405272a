import type { LeadField, LeadFieldType, LeadForm } from '#contract/handling.ts'
import { maxItems, maxLength } from '#contract/limits.ts'
import type { Translations } from '#contract/translations.ts'
import type { Change, Context } from '../../platform/context.ts'
import { auditSubjects } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { csvLine, type ExportFormat, jsonLine } from '../../platform/http/output/export.ts'
import {
  type FieldError,
  invalidField,
  invalidInput,
  limitReached,
  problem,
} from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { allPages } from '../../platform/store/keyset.ts'
import { emailKey, isEmail } from '../../platform/text/email.ts'
import { isText } from '../../platform/text/text.ts'
import { requireScope } from '../codes/codes.access.ts'
import { formIn } from '../codes/lead-form.ts'
import { requireCodeOf } from '../conversations/conversations.ts'
import { peopleSentencesIn } from '../conversations/people.sentences.ts'
import type { ConversationRow } from '../conversations/visits.store.ts'
import { emit } from '../events/outbox.ts'
import { reachableOrganizations, requireOrganization } from '../organizations/access.ts'
import type { FoundLeads, LeadExportQuery, LeadQuery, NewLead } from './leads.schema.ts'
import * as store from './leads.store.ts'

interface FilledField {
  key: string
  label: string
  type: LeadFieldType
  value: string | boolean
}

/** What is encrypted. */
interface SealedLead {
  fields: FilledField[]
  consent: string
}

/** Only digits count, also Arabic and full-width ones. An international prefix is a plus. */
const phoneKey = (text: string): string => {
  const digits = text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15))
  return `+${digits.replace(/\D/g, '').replace(/^00/, '')}`
}

/** A number among words would be found by another number than its own. */
const isPhone = (text: string): boolean =>
  /^\+\d{5,15}$/.test(phoneKey(text)) && !/\p{L}/u.test(text)

/** Tells leads with an address apart without the address. Other organizations have other hashes. */
const hashOf = ({ service }: Pick<Context<unknown>, 'service'>, organizationId: string) => ({
  email: (text: string) =>
    service.secrets.sign('lead email', organizationId, emailKey(text.trim())),
  phone: (text: string) => service.secrets.sign('lead phone', organizationId, phoneKey(text)),
})

type Sentence = 'fieldRequired' | 'fieldEmail' | 'fieldPhone' | 'fieldChoice' | 'fieldText'

/** The value as it is stored, or what is wrong with it. Null: the field is empty. */
const readField = (
  { type, choices = [] }: LeadField,
  shown: LeadField | undefined,
  given: unknown,
): { value: string | boolean | null } | { wrong: Sentence } => {
  if (type === 'yes_no') {
    if (given === true || given === 'yes') return { value: true }
    if (given === false || given === 'no') return { value: false }
    return given ? { wrong: 'fieldChoice' } : { value: null }
  }
  if (given === undefined || given === null) return { value: null }
  if (typeof given !== 'string') return { wrong: 'fieldText' }
  const text = given.trim()
  if (text === '') return { value: null }
  if (text.length > maxLength.leadValue || !isText(text)) return { wrong: 'fieldText' }
  if (type === 'email') return isEmail(text) ? { value: text } : { wrong: 'fieldEmail' }
  if (type === 'tel') return isPhone(text) ? { value: text } : { wrong: 'fieldPhone' }
  if (type === 'text') return { value: text }
  // A translated choice is stored as the owner wrote it.
  const value = choices[shown?.choices?.indexOf(text) ?? -1] ?? text
  return choices.includes(value) ? { value } : { wrong: 'fieldChoice' }
}

const readForm = (form: LeadForm, shown: LeadForm, { values }: NewLead, language: string) => {
  const said = peopleSentencesIn(language)
  const errors: FieldError[] = []
  const fields: FilledField[] = []
  for (const [at, field] of form.fields.entries()) {
    const { key, label, type, required } = field
    const read = readField(
      field,
      shown.fields[at],
      Object.hasOwn(values, key) ? values[key] : undefined,
    )
    const wrong = 'wrong' in read ? read.wrong : read.value === null && required && 'fieldRequired'
    if (wrong) {
      const code = wrong === 'fieldRequired' ? 'required' : 'invalid'
      errors.push({ pointer: `/values/${key}`, code, message: said[wrong] })
    } else if ('value' in read && read.value !== null) {
      fields.push({ key, label, type, value: read.value })
    }
  }
  const [first] = form.fields
  if (first && fields.length + errors.length === 0) {
    errors.push({ pointer: `/values/${first.key}`, code: 'required', message: said.fieldRequired })
  }
  return { fields, errors }
}

/** The visitor leaves an address, also after the end of the conversation. */
export const leaveLead = async (
  change: Change<unknown>,
  conversation: ConversationRow,
  input: NewLead,
) => {
  const { db, service } = change
  const { id: conversation_id, organization_id, code_id, language } = conversation
  const code = await requireCodeOf(change, conversation)
  const form = code.lead_form
  if (!form) throw noLeadForm()
  const said = peopleSentencesIn(language)
  const translations: Translations = code.translations
  const texts = Object.values(translations).map((one) => formIn(form, one?.lead_form))
  const { fields, errors } = readForm(
    form,
    formIn(form, translations[language]?.lead_form),
    input,
    language,
  )
  // Otherwise the stored sentence might be another one than the visitor has read.
  if (![form, ...texts].some(({ consent }) => consent === input.consent)) {
    errors.push({ pointer: '/consent', code: 'outdated', message: said.consent })
  }
  if (errors.length > 0) throw invalidInput(errors)
  if ((await store.countOf(db, conversation_id, maxItems.leads)) >= maxItems.leads) {
    throw limitReached(said.tooManyLeads)
  }
  const now = change.now()
  const hash = hashOf(change, organization_id)
  const filled = (type: LeadFieldType) => fields.find((field) => field.type === type)?.value
  const [email, phone] = [filled('email'), filled('tel')]
  const id = newId('lead', now)
  const sealed: SealedLead = { fields, consent: input.consent }
  await store.insert(db, {
    id,
    organization_id,
    code_id,
    conversation_id,
    sealed: service.secrets.encrypt(JSON.stringify(sealed)),
    email_hash: typeof email === 'string' ? hash.email(email) : null,
    phone_hash: typeof phone === 'string' ? hash.phone(phone) : null,
    created_at: now,
  })
  const data = { lead_id: id, conversation_id, qpr_code_id: code_id, short_id: code.shortId }
  await emit(change, [{ organizationId: organization_id, type: 'lead.created', data }])
  return { lead_id: id, created_at: isoTime(now) }
}

const selectLeads = async (
  context: Context,
  query: FoundLeads,
  permission: 'leads:read' | 'leads:export' | 'leads:delete',
): Promise<store.LeadFilter> => {
  const { email, phone } = query
  const { organizationId, code } = await requireScope(context, query, permission)
  const hash = hashOf(context, organizationId)
  return {
    organizationId,
    codeId: code?.id ?? null,
    emailHash: email === undefined ? null : hash.email(email),
    phoneHash: phone === undefined ? null : hash.phone(phone),
  }
}

const asLead = ({ service }: Pick<Context, 'service'>, row: store.ListedLead) => {
  const { fields, consent } = JSON.parse(service.secrets.decrypt(row.sealed)) as SealedLead
  return {
    id: row.id,
    qpr_code_id: row.code_id,
    short_id: row.short_id,
    code_name: row.code_name,
    conversation_id: row.conversation_id,
    has_messages: row.started_at !== null,
    values: Object.fromEntries(fields.map(({ key, value }) => [key, value])),
    fields,
    consent,
    language: row.language,
    created_at: isoTime(row.created_at),
  }
}

export const listLeads = async (context: Context, query: LeadQuery) => {
  const { db } = context
  const { limit, offset } = query
  const filter = await selectLeads(context, query, 'leads:read')
  const like: store.LeadPlace = [0, '']
  const page = openPage({ list: 'leads', filter: [filter], like }, query)
  const { rows, next } = page.close(await store.list(db, filter, page), store.leadPlaceOf)
  const leads = rows.map((row) => asLead(context, row))
  return { leads, total: await store.count(db, filter), limit, offset, ...next }
}

const batchSize = 200

/** Checks the permission before the first line, while the response can still carry a status. */
export const exportLeads = async (context: Context, { format, ...query }: LeadExportQuery) =>
  linesOf(context, await selectLeads(context, query, 'leads:export'), format)

type Lead = ReturnType<typeof asLead>

const columns: Record<string, (lead: Lead) => unknown> = {
  id: ({ id }) => id,
  qpr_code_id: ({ qpr_code_id }) => qpr_code_id,
  short_id: ({ short_id }) => short_id,
  code_name: ({ code_name }) => code_name,
  conversation_id: ({ conversation_id }) => conversation_id,
  created_at: ({ created_at }) => created_at,
  email: ({ fields }) => fields.find(({ type }) => type === 'email')?.value ?? null,
  phone: ({ fields }) => fields.find(({ type }) => type === 'tel')?.value ?? null,
  fields: ({ fields }) => fields.map(({ label, value }) => `${label}: ${value}`).join('; '),
  consent: ({ consent }) => consent,
  language: ({ language }) => language,
}

async function* linesOf(context: Context, filter: store.LeadFilter, format: ExportFormat) {
  const asCsv = (lead: Lead) => csvLine(Object.values(columns).map((of) => of(lead)))
  const write = format === 'csv' ? asCsv : jsonLine
  if (format === 'csv') yield csvLine(Object.keys(columns))
  const pages = allPages<store.ListedLead>(batchSize, (last) => {
    const after = last ? store.leadPlaceOf(last) : null
    const page = { after, offset: 0, maximum: batchSize }
    return store.list(context.db, filter, page, 'asc')
  })
  for await (const rows of pages) yield rows.map((row) => write(asLead(context, row))).join('')
}

const requireLead = async (context: Context, id: string) => {
  const lead = await store.find(context.db, reachableOrganizations(context), id)
  if (!lead) throw problem(404, 'lead_not_found', `There is no lead ${id.slice(0, 100)}.`)
  return lead
}

export const organizationOfLead = async (context: Context, id: string): Promise<string> =>
  (await requireLead(context, id)).organization_id

export const deleteLead = async (change: Change, id: string) => {
  const lead = await requireLead(change, id)
  await requireOrganization(change, lead.organization_id, 'leads:delete')
  auditSubjects(change, lead.organization_id, [{ id, name: null }])
  await store.remove(change.db, lead.organization_id, [id])
}

/** In one transaction. */
const maxDeleted = 1000

/** All leads of one person, for a request to be erased. */
export const deleteLeads = async (change: Change, query: FoundLeads) => {
  const filter = await selectLeads(change, query, 'leads:delete')
  if (filter.emailHash === null && filter.phoneHash === null) throw personRequired()
  const ids = store.idsOf(change.db, filter).limit(maxDeleted)
  return { deleted: await store.remove(change.db, filter.organizationId, ids) }
}

const personRequired = () => invalidField('/email', 'required', 'Name an `email` or a `phone`.')

const noLeadForm = () => problem(409, 'no_lead_form', 'This code has no form.')

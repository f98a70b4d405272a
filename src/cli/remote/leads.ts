import type { Schema } from '../../../sdk/typescript/src/index.ts'
import { positiveInteger } from '../../platform/kit/parsers.ts'
import { note, type Output, oneLine, parseGiven, print, printJson, UsageError } from '../command.ts'
import { connectTo, type ServiceOptions, sentFields } from './target.ts'

interface LeadOptions extends ServiceOptions, Output {
  email?: string | undefined
  phone?: string | undefined
}

const filterOf = ({ email, phone, organization }: LeadOptions) =>
  sentFields({ email, phone, organization_id: organization })

/** The most that the API gives at a time. */
const pageSize = 200

export const list = async (options: LeadOptions & { limit?: string | undefined }) => {
  const limit = parseGiven('--limit', options.limit ?? '50', positiveInteger)
  const qpr = connectTo(options)
  const leads: Schema<'Lead'>[] = []
  const query = { ...filterOf(options), limit: Math.min(pageSize, limit) }
  for await (const lead of qpr.leads.list(query)) {
    if (leads.push(lead) === limit) break
  }
  if (options.json) return printJson({ leads })
  if (leads.length === 0) return print('There are no leads.')
  for (const { id, created_at, code_name, fields } of leads) {
    const values = fields.map(({ label, value }) => `${label}: ${value}`)
    print(`${id}  ${created_at.slice(0, 10)}  ${oneLine([code_name, ...values].join(' · '))}`)
  }
  if (leads.length === limit) note(`The newest ${limit} leads. --limit shows more.`)
}

export const deleteLeads = async (id: string | undefined, options: LeadOptions) => {
  const { email, phone } = options
  if ([id, email, phone].filter((one) => one !== undefined).length !== 1) {
    throw new UsageError('Name one lead by its id, or a person with --email or --phone.')
  }
  const { leads } = connectTo(options)
  let deleted = 0
  if (id !== undefined) {
    await leads.delete(id)
    deleted = 1
  } else {
    for (;;) {
      const step = await leads.deleteFound(filterOf(options))
      if (step.deleted === 0) break
      deleted += step.deleted
    }
  }
  if (options.json) return printJson({ deleted })
  print(deleted === 1 ? 'Deleted 1 lead.' : `Deleted ${deleted} leads.`)
}

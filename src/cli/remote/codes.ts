import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { ScanLanguage } from '#contract/languages.ts'
import type { CodeStatus } from '#contract/statuses.ts'
import type { Template } from '#contract/templates.ts'
import type { Schema } from '../../../sdk/typescript/src/index.ts'
import { positiveInteger } from '../../platform/kit/parsers.ts'
import {
  CommandError,
  note,
  type Output,
  oneLine,
  parseGiven,
  print,
  printJson,
  UsageError,
} from '../command.ts'
import { connectTo, type ServiceOptions, sentFields } from './target.ts'

/** The most that the API gives at a time. */
const pageSize = 100

interface ListOptions extends ServiceOptions, Output {
  search?: string | undefined
  status?: CodeStatus | undefined
  limit?: string | undefined
}

export const list = async (options: ListOptions) => {
  const limit = parseGiven('--limit', options.limit ?? '50', positiveInteger)
  const { codes, total } = await listCodes(options, limit)
  if (options.json) return printJson({ codes, total })
  if (codes.length === 0) {
    return print('There are no codes. Create one with: qpr codes create NAME --prompt TEXT')
  }
  const widest = Math.max(...codes.map(({ scans_total }) => String(scans_total).length), 5)
  print(`SHORT ID  ${'SCANS'.padStart(widest)}  CREATED     NAME`)
  for (const { short_id, name, scans_total, created_at } of codes) {
    const scans = String(scans_total).padStart(widest)
    print(`${short_id}  ${scans}  ${created_at.slice(0, 10)}  ${oneLine(name)}`)
  }
  if (codes.length < total) note(`${codes.length} of ${total} codes. --limit ${total} shows all.`)
}

const listCodes = async (options: ListOptions, limit: number) => {
  const { search: q, status, organization: organization_id } = options
  const qpr = connectTo(options)
  const query = sentFields({ q, status, organization_id })
  const { total } = await qpr.codes.list({ ...query, limit: 1 })
  const codes: Schema<'QprCodeListItem'>[] = []
  for await (const code of qpr.codes.list({ ...query, limit: Math.min(pageSize, limit) })) {
    if (codes.push(code) === limit) break
  }
  return { codes, total }
}

interface CreateOptions extends ServiceOptions, Output {
  prompt?: string | undefined
  promptFile?: string | undefined
  template?: Template | undefined
  welcome?: string | undefined
  language?: ScanLanguage | undefined
}

export const create = async (name: string, options: CreateOptions) => {
  const prompt = await readPrompt(options)
  const { template, language, welcome, organization } = options
  const fields = { name, prompt, template, language }
  const code = await connectTo(options).codes.create(
    sentFields({ ...fields, welcome_message: welcome, organization_id: organization }),
  )
  if (options.json) return printJson(code)
  print(`Created "${oneLine(code.name)}".`)
  print(`Short id  ${code.short_id}`)
  print(`Page      ${code.scan_url}`)
  print(`Image     ${code.qr_image_url}`)
}

const readPrompt = async ({ prompt, promptFile: file }: CreateOptions) => {
  if ((prompt === undefined) === (file === undefined)) {
    throw new UsageError('Name the prompt, either with --prompt TEXT or with --prompt-file FILE.')
  }
  if (prompt !== undefined) return prompt
  if (file === '-') return await text(process.stdin)
  try {
    return readFileSync(file ?? '', 'utf8')
  } catch (error) {
    throw new CommandError(`Cannot read the prompt: ${(error as Error).message}.`)
  }
}

import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { positiveInteger } from '../../config/parsers.ts'
import { CommandError, note, oneLine, print, printJson, UsageError } from '../command.ts'
import type { Run, Values } from '../line/table.ts'
import { callForJson } from './client.ts'
import { requireKey, targetOf } from './target.ts'

interface ListedCode {
  short_id: string
  name: string
  status: string
  scans_total: number
  created_at: string
}

interface CodePage {
  codes: ListedCode[]
  total: number
  next_cursor: string | null
}

interface NewCode extends ListedCode {
  scan_url: string
  qr_image_url: string
}

/** The most that the API gives at a time. */
const pageSize = 100

export const list: Run<'codes list'> = async (values) => {
  const limit = readLimit(values.limit)
  const { codes, total } = await listCodes(values, limit)
  if (values.json) return printJson({ codes, total })
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

const readLimit = (value = '50'): number => {
  try {
    return positiveInteger(value)
  } catch (error) {
    throw new UsageError(`--limit ${(error as Error).message}`)
  }
}

const listCodes = async (values: Values<'codes list'>, limit: number) => {
  const target = targetOf(values)
  const key = requireKey(target)
  const { search, status, organization } = values
  const codes: ListedCode[] = []
  let cursor: string | null = ''
  let total = 0
  while (cursor !== null && codes.length < limit) {
    const query = new URLSearchParams({
      limit: String(Math.min(pageSize, limit - codes.length)),
      cursor,
      ...(search !== undefined && { q: search }),
      ...(status !== undefined && { status }),
      ...(organization !== undefined && { organization_id: organization }),
    })
    const page: CodePage = await callForJson(target.server, `/v1/qpr-codes?${query}`, { key })
    codes.push(...page.codes)
    cursor = page.next_cursor
    total = page.total
  }
  return { codes, total }
}

export const create: Run<'codes create'> = async (values) => {
  const prompt = await readPrompt(values)
  const target = targetOf(values)
  const key = requireKey(target)
  const { name, template, welcome, language, organization } = values
  const code = await callForJson<NewCode>(target.server, '/v1/qpr-codes', {
    method: 'POST',
    key,
    body: {
      name,
      prompt,
      template,
      welcome_message: welcome,
      language,
      organization_id: organization,
    },
  })
  if (values.json) return printJson(code)
  print(`Created "${oneLine(code.name)}".`)
  print(`Short id  ${code.short_id}`)
  print(`Page      ${code.scan_url}`)
  print(`Image     ${code.qr_image_url}`)
}

const readPrompt = async ({ prompt, 'prompt-file': file }: Values<'codes create'>) => {
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

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CommandError, oneLine, print, printJson } from '../command.ts'
import type { Run, Values } from '../line/table.ts'
import { callForJson } from './client.ts'
import { requireKey, targetOf } from './target.ts'

interface Source {
  id: string
  title: string
  status: 'processing' | 'ready' | 'failed'
  reason: string | null
  pages: number
  passages: number
}

const pauseMs = 250

export const add: Run<'knowledge add'> = async (values) => {
  const target = targetOf(values)
  const { server } = target
  const key = requireKey(target)
  let source = /^https?:\/\//i.test(values.source)
    ? await addAddress(values, server, key)
    : await addFile(values, server, key)
  const path = `/v1/knowledge/${source.id}`
  while (source.status === 'processing') {
    await wait(pauseMs)
    source = await callForJson<Source>(server, path, { key })
  }
  if (source.status === 'failed') throw new CommandError(source.reason ?? 'It could not be read.')
  if (values.json) return printJson(source)
  const { title, pages, passages } = source
  const size = `${counted(pages, 'page')}, ${counted(passages, 'passage')}`
  print(`Added ${oneLine(title)}: ${size} (${source.id}).`)
  if (source.reason !== null) print(source.reason)
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const codesOf = ({ codes }: Values<'knowledge add'>): string[] | undefined =>
  codes?.split(',').map((code) => code.trim())

const addAddress = async (values: Values<'knowledge add'>, server: string, key: string) => {
  const { source: url, site, title, organization } = values
  const code_ids = codesOf(values)
  const body = {
    kind: site ? 'site' : 'page',
    url,
    ...(title !== undefined && { title }),
    ...(code_ids && { code_ids }),
    ...(organization !== undefined && { organization_id: organization }),
  }
  return await callForJson<Source>(server, '/v1/knowledge', { method: 'POST', key, body })
}

const addFile = async (values: Values<'knowledge add'>, server: string, key: string) => {
  const { title, organization } = values
  const query = new URLSearchParams({
    name: basename(values.source),
    ...(values.codes !== undefined && { code_ids: codesOf(values)?.join(',') ?? '' }),
    ...(organization !== undefined && { organization_id: organization }),
  })
  const file = await read(values.source)
  const added = await callForJson<Source>(server, `/v1/knowledge/files?${query}`, {
    method: 'POST',
    key,
    file,
  })
  if (title === undefined) return added
  const path = `/v1/knowledge/${added.id}`
  return await callForJson<Source>(server, path, { method: 'PATCH', key, body: { title } })
}

const read = async (file: string): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return new Uint8Array(await readFile(file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(`Cannot read ${oneLine(file)} (${code ?? 'unknown error'}).`)
  }
}

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Qpr } from '../../../sdk/typescript/src/index.ts'
import { CommandError, oneLine, print, printJson } from '../command.ts'
import type { Run, Values } from '../line/table.ts'
import { connect, given } from './client.ts'
import { targetWithKey } from './target.ts'

const pauseMs = 250

export const add: Run<'knowledge add'> = async (values) => {
  const { knowledge } = connect(targetWithKey(values))
  const isAddress = /^https?:\/\//i.test(values.source)
  let source = await (isAddress ? addAddress : addFile)(values, knowledge)
  while (source.status === 'processing') {
    await wait(pauseMs)
    source = await knowledge.get(source.id)
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

type Knowledge = Qpr['knowledge']

const addAddress = (values: Values<'knowledge add'>, knowledge: Knowledge) => {
  const { source: url, site, title, organization: organization_id } = values
  const kind = site ? 'site' : 'page'
  return knowledge.add(given({ kind, url, title, code_ids: codesOf(values), organization_id }))
}

const addFile = async (values: Values<'knowledge add'>, knowledge: Knowledge) => {
  const { source: file, title, organization: organization_id } = values
  const code_ids = codesOf(values)?.join(',')
  const query = { name: basename(file), code_ids, organization_id }
  const added = await knowledge.upload(await read(file), { query })
  return title === undefined ? added : await knowledge.update(added.id, { title })
}

const read = async (file: string): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return new Uint8Array(await readFile(file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(`Cannot read ${oneLine(file)} (${code ?? 'unknown error'}).`)
  }
}

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Qpr } from '../../../sdk/typescript/src/index.ts'
import { CommandError, type Output, oneLine, print, printJson } from '../command.ts'
import { connectTo, type ServiceOptions, sentFields } from './target.ts'

const pauseMs = 250

interface Options extends ServiceOptions, Output {
  site?: true | undefined
  codes?: string | undefined
  title?: string | undefined
}

export const add = async (place: string, options: Options) => {
  const { knowledge } = connectTo(options)
  const isAddress = /^https?:\/\//i.test(place)
  let source = await (isAddress ? addAddress : addFile)(place, options, knowledge)
  while (source.status === 'processing') {
    await wait(pauseMs)
    source = await knowledge.get(source.id)
  }
  if (source.status === 'failed') throw new CommandError(source.reason ?? 'It could not be read.')
  if (options.json) return printJson(source)
  const { title, pages, passages } = source
  const size = `${counted(pages, 'page')}, ${counted(passages, 'passage')}`
  print(`Added ${oneLine(title)}: ${size} (${source.id}).`)
  if (source.reason !== null) print(source.reason)
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const codesOf = ({ codes }: Options): string[] | undefined =>
  codes?.split(',').map((code) => code.trim())

type Knowledge = Qpr['knowledge']

const addAddress = (url: string, options: Options, knowledge: Knowledge) => {
  const { site, title, organization: organization_id } = options
  const kind = site ? 'site' : 'page'
  return knowledge.add(
    sentFields({ kind, url, title, code_ids: codesOf(options), organization_id }),
  )
}

const addFile = async (file: string, options: Options, knowledge: Knowledge) => {
  const { title, organization: organization_id } = options
  const code_ids = codesOf(options)?.join(',')
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

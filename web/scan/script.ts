import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import * as markdown from 'streaming-markdown'

// The script of the visitor's page. Its parts are modules for the reader and the compiler; for the
// browser they are one text inside the page, so that there is no second request.

/** Each after those that it needs while it is loaded. */
const parts = [
  'browser',
  'within',
  'dom',
  'saved',
  'requests',
  'markdown',
  'messages',
  'transcript',
  'scrolling',
  'stream',
  'talk',
  'network',
  'sending',
  'following',
  'visit',
  'ending',
  'tools',
  'composer',
  'dialogs',
  'main',
]

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Node calls this an experiment, and would say so to everybody who starts the service. */
const withoutTypes = (source: string): string => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

const importStatement = /^import [^']*'[^']*'\n/gm
const comment = /^\s*(?:\/\/.*|\/\*\*[\s\S]*?\*\/)\n/gm

/** Lines are kept, so that none needs a semicolon; texts of several lines there are none. */
const withoutSpace = (source: string): string =>
  source
    .replace(/^\s+/gm, '')
    .replace(/ +$/gm, '')
    .replace(/'[^'\n]*'|`[^`\n]*`| {2,}/g, (found) => (found.trim() ? found : ' '))
    .replace(
      /'[^'\n]*'|`[^`\n]*`| ?(=>|[!=]==|&&|\|\||\?\?|[=,?:{}()]) ?/g,
      (found, sign) => sign ?? found,
    )

const partsTogether = (sources: string[]): string =>
  withoutSpace(
    sources
      .map(withoutTypes)
      .join('\n')
      .replace(importStatement, '')
      .replace(comment, '')
      .replace(/^export /gm, ''),
  )

/** Its own numbers, what reads them, the parser, its renderer, and how it calls what. */
const shape =
  /^var [^;]*;(var [^;]*;)function \w+\(e\)\{[^}]*\}\}([\s\S]*)function \w+\(e\)\{return\{add_token:[\s\S]*export\{(.*)\}/

/**
 * The parser of Markdown in a scope of its own, with what is imported of it. Its renderer, which
 * would set any address, is left out.
 */
const parserAlone = (source: string, imported: string[]): string => {
  const [, attributes, parser, exported] = shape.exec(source) ?? []
  if (!attributes || !parser || !exported) throw new Error('streaming-markdown is not as it was')
  const inside = new Map(
    exported.split(',').map((pair) => [pair.split(' ')[2], pair.split(' ')[0]]),
  )
  const values = new Map<string, unknown>(Object.entries(markdown))
  const isNumber = (name: string) => typeof values.get(name) === 'number'
  const numbers = imported.filter(isNumber).map((name) => `${name}=${values.get(name)}`)
  const functions = imported.filter((name) => !isNumber(name))
  return (
    `const ${numbers}\nconst[${functions}]=(()=>{${attributes}${parser}` +
    `return[${functions.map((name) => inside.get(name))}]})()\n`
  )
}

const parser = read(new URL('smd.min.js', import.meta.resolve('streaming-markdown')).href)
const sources = parts.map((part) => read(`../../web/scan/client/${part}.ts`))

const build = (): string => {
  const [, names = ''] = /import \{([^}]*)\} from 'streaming-markdown'/.exec(sources.join()) ?? []
  return parserAlone(parser, names.match(/\w+/g) ?? []) + partsTogether(sources)
}

/**
 * Kept beside the packages where we may, as the compiled modules are: what takes types away takes
 * 30 MB of memory and a tenth of a second.
 */
const kept = (make: () => string): string => {
  const version = createHash('sha256')
    .update([read(import.meta.url), parser, ...sources].join('\n'))
    .digest('hex')
  const folder = new URL('../../node_modules/.cache/scan/', import.meta.url)
  const file = new URL(`${version}.js`, folder)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const made = make()
    try {
      // Whole or not at all: another process may read it meanwhile.
      const draft = new URL(`${version}.${process.pid}`, folder)
      mkdirSync(folder, { recursive: true })
      writeFileSync(draft, made)
      renameSync(draft, file)
    } catch {
      // Made again at the next start.
    }
    return made
  }
}

/** One text, the same for every page. */
export const scanScript = kept(build)

if (/<\/script|<!--/i.test(scanScript)) throw new Error('the script would end the page early')

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

// The script of the visitor's page. Its parts are modules for the reader and the compiler; for the
// browser they are one text inside the page, so that there is no second request.

/** Each after those that it needs while it is loaded. */
const parts = [
  'dom',
  'saved',
  'requests',
  'markdown',
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

const partsTogether = (sources: string[]): string =>
  withoutSpace(
    sources
      .map(withoutTypes)
      .join('\n')
      .replace(importStatement, '')
      .replace(comment, '')
      .replace(/^export /gm, ''),
  )

/** In a scope of its own, and without its renderer, which would set any address. */
const parserAlone = (source: string, names: string[]): string => {
  const [, parser, exported] =
    /^([\s\S]*?)function \w+\(e\)\{return\{add_token:[\s\S]*export\{(.*)\};?\s*$/.exec(source) ?? []
  if (!parser || !exported) throw new Error('streaming-markdown is not as it was')
  const inside = (name: string) => new RegExp(`(?:^|,)(\\S+) as ${name}(?:,|$)`).exec(exported)?.[1]
  return `const[${names}]=(()=>{${parser}return[${names.map(inside)}]})()\n`
}

const parser = read(new URL('smd.min.js', import.meta.resolve('streaming-markdown')).href)
const sources = parts.map((part) => read(`client/${part}.ts`))

const build = (): string => {
  const [, names = ''] = /import \{([^}]*)\} from 'streaming-markdown'/.exec(sources.join()) ?? []
  const imported = names.split(',').map((name) => name.trim())
  return parserAlone(parser, imported.filter(Boolean)) + partsTogether(sources)
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

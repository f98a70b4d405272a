import { readFileSync } from 'node:fs'
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

const read = (part: string): string =>
  readFileSync(new URL(`client/${part}.ts`, import.meta.url), 'utf8')

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
const lineComment = /^\s*\/\/.*\n/gm
const blockComment = /^\s*\/\*\*[\s\S]*?\*\/\n/gm

/** Lines are kept, so that none needs a semicolon; texts of several lines there are none. */
const withoutSpace = (source: string): string =>
  source
    .replace(/^\s+/gm, '')
    .replace(/ +$/gm, '')
    .replace(/'[^'\n]*'|`[^`\n]*`| {2,}/g, (found) => (found.trim() ? found : ' '))

const partsTogether = (): string =>
  withoutSpace(
    parts
      .map((part) => withoutTypes(read(part)))
      .join('\n')
      .replace(importStatement, '')
      .replace(lineComment, '')
      .replace(blockComment, '')
      .replace(/^export /gm, ''),
  )

/**
 * The parser, in a scope of its own and without its renderer, which would set any address.
 */
const markdownParser = (names: string[]): string => {
  const source = readFileSync(
    new URL('smd.min.js', import.meta.resolve('streaming-markdown')),
    'utf8',
  )
  const [, parser, exported] =
    /^([\s\S]*?)function \w+\(e\)\{return\{add_token:[\s\S]*export\{(.*)\};?\s*$/.exec(source) ?? []
  if (!parser || !exported) throw new Error('streaming-markdown is not as it was')
  const short = new Map(
    exported.split(',').map((pair) => {
      const [inside = '', outside = ''] = pair.split(' as ')
      return [outside, inside]
    }),
  )
  const values = names.map((name) => short.get(name)).join()
  return `const[${names}]=(()=>{${parser}return[${values}]})()\n`
}

const imported = /import \{([^}]*)\} from 'streaming-markdown'/.exec(read('markdown'))?.[1] ?? ''

/** One text, the same for every page. */
export const scanScript = `${markdownParser(
  imported
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean),
)}${partsTogether()}`

if (/<\/script|<!--/i.test(scanScript)) throw new Error('the script would end the page early')

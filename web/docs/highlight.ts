// Colours of code: comments, strings, numbers and words of the language, as classes. Shiki takes as
// long as the rest of the build, and writes style attributes, which the policy of the site forbids.

const words: Record<string, string> = {
  ts: 'as async await break catch class const continue else export finally for from function if import in instanceof interface let new null of return throw true false try type typeof undefined while',
  python:
    'and as async await break class continue def del elif else except False finally for from if import in is lambda None not or raise return True try while with yield',
  go: 'break case const defer else for func go if import interface map package range return struct type var nil true false',
  php: 'catch echo else exit foreach function if new return throw try while',
  sh: 'case do done elif else esac export fi for if in then while',
  json: 'true false null',
}

const aliases: Record<string, string> = {
  js: 'ts',
  tsx: 'ts',
  jsx: 'ts',
  html: 'xml',
  bash: 'sh',
  yml: 'yaml',
}

const hashComments = ['sh', 'python', 'yaml', 'ini', 'toml', 'dockerfile']
const slashComments = ['ts', 'go', 'php', 'json']

const commentOf = (language: string): string => {
  if (hashComments.includes(language)) return '(?<=^|\\s)#[^\\n]*'
  return slashComments.includes(language) ? '(?<=^|\\s)//[^\\n]*' : '(?!)'
}

const grammarOf = (language: string): RegExp =>
  new RegExp(
    [
      `(?<comment>${commentOf(language)})`,
      `(?<string>"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\`)`,
      `(?<keyword>\\b(?:${(words[language] ?? '(?!)').replaceAll(' ', '|')})\\b)`,
      `(?<number>\\b\\d[\\d_.]*\\b)`,
    ].join('|'),
    'gm',
  )

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The block as HTML. `v-pre`, because Vue would read `{{` in it as an expression. */
export const highlight = (code: string, fence: string): string => {
  const language = aliases[fence] ?? fence
  const isKnown = language in words || hashComments.includes(language)
  return `<pre v-pre tabindex="0"><code>${isKnown ? coloured(code, grammarOf(language)) : escaped(code)}</code></pre>`
}

const coloured = (code: string, grammar: RegExp): string => {
  let html = ''
  let end = 0
  for (const match of code.matchAll(grammar)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0]
    html += `${escaped(code.slice(end, match.index))}<span class="token-${kind}">${escaped(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escaped(code.slice(end))
}

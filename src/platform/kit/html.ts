// Text becomes HTML only here. The `html` tag escapes every value, except values that the tag
// itself produced. A description from the document cannot add markup.

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Content = Html | string | number | undefined | null | false | readonly Content[]

export function html(template: TemplateStringsArray, ...contents: Content[]): Html {
  const strings = withoutIndent(template)
  let text = strings[0] ?? ''
  for (let index = 0; index < contents.length; index++) {
    text += render(contents[index]) + strings[index + 1]
  }
  return new Html(text)
}

function render(content: Content): string {
  if (content instanceof Html) return content.text
  if (content === undefined || content === null || content === false) return ''
  if (typeof content === 'object') return content.map(render).join('')
  return escapeHtml(String(content))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

// The templates are indented for readability. Only their own text is changed: the content of a
// <pre> arrives as a value. Each template is processed once.
const stripped = new WeakMap<TemplateStringsArray, string[]>()

function withoutIndent(template: TemplateStringsArray): string[] {
  const known = stripped.get(template)
  if (known) return known
  const strings = template.map((text) => text.replace(/\n\s*/g, '\n'))
  stripped.set(template, strings)
  return strings
}

// Reads docs/*.md. The files stay plain Markdown, readable on a code host; what the site adds is
// added here.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Page {
  /** The path below /docs/, without an extension. */
  name: string
  title: string
  /** The first paragraph, as text. */
  summary: string
  /** As it was written, for readers and programs that want Markdown. */
  markdown: string
}

export const readPages = (folder: string): Page[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => pageOf(basename(file, '.md'), readFileSync(join(folder, file), 'utf8')))

export const pageOf = (name: string, markdown: string): Page => {
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new Error(`The page ${name} has no title: "# Title".`)
  const paragraph = /^# .+\n+(?:!\[.*\n+)?([^#\n`|:<!-][^\n]*)/m.exec(markdown)?.[1] ?? ''
  return { name, title: asText(title), summary: firstSentence(asText(paragraph)), markdown }
}

const asText = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/[`*]/g, '')

const firstSentence = (text: string): string => /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text

const labels: Record<string, string> = { sh: 'curl', ts: 'TypeScript', python: 'Python' }

/** A block of each language, with nothing between them. */
const trio =
  /^```sh\n(?:(?!^```).*\n)*?```\n\n```ts\n(?:(?!^```).*\n)*?```\n\n```python\n(?:(?!^```).*\n)*?```$/gm

/** The same example in three languages becomes tabs. */
const withTabs = (markdown: string): string =>
  markdown.replaceAll(trio, (blocks) => {
    const labelled = blocks.replaceAll(
      /^```(sh|ts|python)$/gm,
      (_fence, language: string) => `\`\`\`${language} [${labels[language]}]`,
    )
    return `::: code-group\n\n${labelled}\n\n:::`
  })

const link = /(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g

/** A page as VitePress reads it. `isOnSite` tells whether a relative target is a page. */
export const forSite = (markdown: string, isOnSite: (target: string) => boolean): string =>
  withoutTemplates(withImages(withTabs(withSiteLinks(markdown, isOnSite))))

/** Images are served as they are, so that the Markdown form of a page finds them too. */
const withImages = (markdown: string): string =>
  markdown.replaceAll(/(\]\(|(?:src|srcset)=")(images\/)/g, '$1/$2')

/** Links to files that are not on the site, such as a decision, become plain text. */
const withSiteLinks = (markdown: string, isOnSite: (target: string) => boolean): string =>
  outsideCode(markdown, (text) =>
    text.replaceAll(link, (whole, label: string, target: string) =>
      /^(https?:|mailto:|#|\/)/.test(target) || isOnSite(target.replace(/#.*$/, ''))
        ? whole
        : label,
    ),
  )

/** Vue reads `{{` as an expression, and `<word>` as a component. */
const withoutTemplates = (markdown: string): string =>
  outsideCode(markdown, (text) => text.replaceAll('{{', '&#123;&#123;'))

export const outsideCode = (markdown: string, change: (text: string) => string): string =>
  markdown
    .split(/(^```.*\n(?:(?!^```).*\n)*?^```$|`[^`\n]+`)/gm)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')

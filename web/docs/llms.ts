import type { Section } from './navigation.ts'
import type { Page } from './sources.ts'

/** The pages in the format of llmstxt.org. The links are relative, so a path prefix does no harm. */
export const llmsText = (
  sections: readonly Section[],
  reference: readonly Page[],
  pages: ReadonlyMap<string, Page>,
): string => {
  const line = ({ name, title, summary }: Page) =>
    `- [${title}](${name}.md)${summary === '' ? '' : `: ${summary}`}`
  const found = (name: string) => {
    const page = pages.get(name)
    return page ? [page] : []
  }
  return `${[
    '# QPR',
    '> QR codes that talk: an owner writes a prompt, prints a code, and visitors who scan it talk with an assistant. Every page is Markdown at the linked address; without `.md` it is a page for people.',
    ...sections.map(
      ({ title, pages }) => `## ${title}\n\n${pages.flatMap(found).map(line).join('\n')}`,
    ),
    `## API reference\n\n${reference.map(line).join('\n')}`,
  ].join('\n\n')}\n`
}

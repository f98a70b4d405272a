/** No list of headings beside the text: the examples need its place. */
const frontMatter = '---\naside: false\npageClass: reference\n---\n\n'

/** Puts the examples of each section of the reference, which are its end, beside its text. */
export const besideExamples = (markdown: string): string =>
  frontMatter +
  markdown
    .split(/\n(?=## )/)
    .map((section) => {
      const [, heading, text, examples] =
        /^(## .*)\n+([\s\S]*?)\n+(\*\*(?:Request|Example)\*\*\n[\s\S]*)$/.exec(section) ?? []
      if (examples === undefined) return section
      const columns = [`<div>\n\n${text}`, `<div class="examples">\n\n${examples.trim()}`]
      return `${heading}\n\n<div class="beside">\n${columns.join('\n\n</div>\n')}\n\n</div>\n</div>\n`
    })
    .join('\n')

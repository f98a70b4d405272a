import { useLayoutEffect, useRef } from 'react'
import { answerRules } from '../../../../src/features/page/style.ts'
import { markCitations } from '../../../visitor/citations.ts'
import { renderMarkdown } from '../../../visitor/markdown.ts'
import { linkTelephones } from '../../../visitor/telephone.ts'
import { useLanguage } from '../words/words.tsx'
import type { Citation } from './citations.tsx'

/** The rules of the visitor's page, which expects lists, headings and links as browsers show them. */
const answerLook =
  'text answer-text wrap-anywhere [&_a]:underline [&_h2]:font-bold [&_ol]:list-decimal [&_ul]:list-disc'
const answerSheet = new CSSStyleSheet()
answerSheet.replaceSync(answerRules)
document.adoptedStyleSheets.push(answerSheet)

interface AnswerTextProps {
  text: string
  citations: Citation[]
  onOpen: (citation: Citation | null) => void
}

/** By the renderer of the visitor's page, which creates elements and never parses HTML. */
export const AnswerText = ({ text, citations, onOpen }: AnswerTextProps) => {
  const root = useRef<HTMLDivElement>(null)
  const { language } = useLanguage()
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return
    element.replaceChildren()
    const markdown = renderMarkdown(element)
    markdown.write(text)
    markdown.end()
    linkTelephones(element)
    // The marks have the numbers of the citations.
    markCitations(element, citations, language, ({ number }) =>
      onOpen(citations.find((one) => one.number === number) ?? null),
    )
  }, [text, citations, language, onOpen])
  return <div ref={root} dir="auto" className={answerLook} />
}

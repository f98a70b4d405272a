import { Tabs as Radix } from 'radix-ui'
import { CodeBlock } from '../ui/code-block.tsx'
import { useWords } from '../words/words.tsx'
import { type SnippetLanguage, snippets } from './snippets.ts'

const languages = Object.keys(snippets) as SnippetLanguage[]

/** Where to store the secret, and how to verify a signature with it, in four languages. */
export const VerifySnippets = ({ secret }: { secret: string }) => {
  const { webhooks } = useWords()
  return (
    <div className="flex flex-col gap-4">
      <CodeBlock label={webhooks.secretPlace} isWrapped>
        {`export WEBHOOK_SECRET='${secret}'`}
      </CodeBlock>
      <Radix.Root defaultValue={languages[0] ?? ''}>
        <Radix.List
          aria-label={webhooks.language}
          className="mb-3 flex gap-6 overflow-x-auto border-b border-line"
        >
          {languages.map((language) => (
            <Radix.Trigger
              key={language}
              value={language}
              className="control -mb-px border-b-2 border-transparent px-1 text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {language}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {languages.map((language) => (
          <Radix.Content key={language} value={language} tabIndex={-1}>
            <CodeBlock label={snippets[language].run}>{snippets[language].text}</CodeBlock>
          </Radix.Content>
        ))}
      </Radix.Root>
    </div>
  )
}

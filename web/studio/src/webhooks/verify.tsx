import { Tabs as Radix } from 'radix-ui'
import guide from '../../../../docs/webhooks.md?raw'
import { CodeBlock } from '../ui/code-block.tsx'
import { useWords } from '../words/words.tsx'
import { receiversIn } from './receivers.ts'

const receivers = receiversIn(guide)

/** Where to store the secret, and how to verify a signature with it, in four languages. */
export const VerifySnippets = ({ secret }: { secret: string }) => {
  const { webhooks } = useWords()
  return (
    <div className="flex flex-col gap-4">
      <CodeBlock label={webhooks.secretPlace} isWrapped>
        {`export WEBHOOK_SECRET='${secret}'`}
      </CodeBlock>
      <Radix.Root defaultValue={receivers[0]?.language ?? ''}>
        <Radix.List
          aria-label={webhooks.language}
          className="mb-3 flex gap-6 overflow-x-auto border-b border-line"
        >
          {receivers.map(({ language }) => (
            <Radix.Trigger
              key={language}
              value={language}
              className="control -mb-px border-b-2 border-transparent px-1 text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {language}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {receivers.map(({ language, run, text }) => (
          <Radix.Content key={language} value={language} tabIndex={-1}>
            <CodeBlock label={run}>{text}</CodeBlock>
          </Radix.Content>
        ))}
      </Radix.Root>
    </div>
  )
}

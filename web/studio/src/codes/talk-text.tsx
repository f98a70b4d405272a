import { WriteLayout } from '../ui/code/write-layout.tsx'
import { useWords } from '../words/words.tsx'
import { AdvancedTexts, Entry } from './advanced-fields.tsx'
import type { Code } from './code.ts'
import { readableContact } from './contact-address.ts'

/** The texts of a code for roles that may only read. */
export const TalkText = ({ code }: { code: Code }) => {
  const { code: words } = useWords()
  return (
    <WriteLayout
      code={{ ...code, welcomeMessage: code.welcome_message, color: code.style?.color ?? null }}
      mayTalk={false}
    >
      <dl className="flex flex-col gap-6">
        <Entry name={words.prompt}>
          <span className="card block p-4">{code.prompt}</span>
        </Entry>
        <Entry name={words.welcome}>{code.welcome_message}</Entry>
        <Entry name={words.suggestions}>
          {code.suggestions.length > 0 ? code.suggestions.join('\n') : words.none}
        </Entry>
        <Entry name={words.contact}>
          {code.contact
            ? `${code.contact.label}: ${readableContact(code.contact.url)}`
            : words.none}
        </Entry>
        <AdvancedTexts code={code} />
      </dl>
    </WriteLayout>
  )
}

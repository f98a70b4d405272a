import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const ConversationPage = () => {
  const { conversations } = useWords()
  return <Page title={conversations.oneTitle} />
}

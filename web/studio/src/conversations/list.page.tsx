import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const ConversationsPage = () => {
  const { conversations } = useWords()
  return <Page title={conversations.title} />
}

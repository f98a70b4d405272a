import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const NewWebhookPage = () => {
  const { webhooks } = useWords()
  return <Page title={webhooks.newTitle} />
}

import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const WebhookPage = () => {
  const { webhooks } = useWords()
  return <Page title={webhooks.oneTitle} />
}

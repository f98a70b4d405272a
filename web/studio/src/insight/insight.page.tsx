import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const InsightPage = () => {
  const { insight } = useWords()
  return <Page title={insight.title} />
}

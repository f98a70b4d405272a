import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const FirstRunPage = () => {
  const { firstRun } = useWords()
  return <Page title={firstRun.title} />
}

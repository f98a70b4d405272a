import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const KeysPage = () => {
  const { keys } = useWords()
  return <Page title={keys.title} />
}

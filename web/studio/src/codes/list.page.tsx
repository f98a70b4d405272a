import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const CodesPage = () => {
  const { codes } = useWords()
  return <Page title={codes.title} />
}

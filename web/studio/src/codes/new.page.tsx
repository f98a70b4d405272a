import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const NewCodePage = () => {
  const { codes } = useWords()
  return <Page title={codes.newTitle} />
}

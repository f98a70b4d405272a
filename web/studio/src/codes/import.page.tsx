import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const ImportPage = () => {
  const { codes } = useWords()
  return <Page title={codes.importTitle} />
}

import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const MembersPage = () => {
  const { members } = useWords()
  return <Page title={members.title} />
}

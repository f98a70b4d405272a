import { useWords } from '../words/words.tsx'

export const TalkTab = () => {
  const { codes } = useWords()
  return <h2 className="text-large font-semibold">{codes.tabs.talk}</h2>
}

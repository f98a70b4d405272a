import { useWords } from '../words/words.tsx'

export const CodeInsightTab = () => {
  const { codes } = useWords()
  return <h2 className="text-large font-semibold">{codes.tabs.insight}</h2>
}

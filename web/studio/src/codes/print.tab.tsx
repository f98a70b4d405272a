import { useWords } from '../words/words.tsx'

export const PrintTab = () => {
  const { codes } = useWords()
  return <h2 className="text-large font-semibold">{codes.tabs.print}</h2>
}

import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const PlanPage = () => {
  const { plan } = useWords()
  return <Page title={plan.title} />
}

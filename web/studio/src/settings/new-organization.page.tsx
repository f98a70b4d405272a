import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const NewOrganizationPage = () => {
  const { settings } = useWords()
  return <Page title={settings.newOrganizationTitle} />
}

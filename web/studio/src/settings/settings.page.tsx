import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

export const SettingsPage = () => {
  const { settings } = useWords()
  return <Page title={settings.title} />
}

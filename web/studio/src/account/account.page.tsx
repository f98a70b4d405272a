import { type Theme, themes, useTheme } from '../shell/theme.ts'
import { Select } from '../ui/field.tsx'
import { Card, Page } from '../ui/page.tsx'
import { chosenLanguage, languageName, languages, useLanguage } from '../words/words.tsx'

/** What belongs to the reader rather than to an organization. */
export const AccountPage = () => {
  const { words, choose } = useLanguage()
  const [theme, chooseTheme] = useTheme()
  const { account } = words
  return (
    <Page title={account.title}>
      <Card>
        <div className="flex max-w-80 flex-col gap-4">
          <Select
            label={account.language}
            name="language"
            value={chosenLanguage() ?? ''}
            choices={[
              { value: '', label: account.languageOfBrowser },
              ...languages.map((language) => ({ value: language, label: languageName(language) })),
            ]}
            onChange={(language) => void choose(language === '' ? null : language)}
          />
          <Select<Theme>
            label={account.theme}
            name="theme"
            value={theme}
            choices={themes.map((one) => ({ value: one, label: account.themes[one] }))}
            onChange={chooseTheme}
          />
        </div>
      </Card>
    </Page>
  )
}

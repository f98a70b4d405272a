import { useAccount } from '../api/account.ts'
import { type Theme, useTheme } from '../shell/theme.ts'
import { Select } from '../ui/field.tsx'
import { Card, Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/states.tsx'
import { chosenLanguage, languageName, languages, useLanguage } from '../words/words.tsx'
import { Sessions } from './sessions.tsx'

/** Settings of the user, independent of an organization. */
export const AccountPage = () => {
  const { words, choose } = useLanguage()
  const [theme, chooseTheme] = useTheme()
  const { account } = words
  const { data } = useAccount()
  return (
    <Page title={account.title} text={data?.user.email ?? <Skeleton className="mt-2 h-4 w-48" />}>
      <div className="mb-10">
        <Card>
          <div className="grid gap-4 sm:max-w-140 sm:grid-cols-2">
            <Select
              label={account.language}
              name="language"
              value={chosenLanguage() ?? ''}
              none={account.languageOfBrowser}
              choices={Object.fromEntries(languages.map((one) => [one, languageName(one)]))}
              onChange={(language) => void choose(language === '' ? null : language)}
            />
            <Select<Theme>
              label={account.theme}
              name="theme"
              value={theme}
              choices={account.themes}
              onChange={chooseTheme}
            />
          </div>
        </Card>
      </div>
      <Sessions />
    </Page>
  )
}

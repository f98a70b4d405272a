import { useState } from 'react'
import { localStore } from '../browser.ts'

export type Theme = 'system' | 'light' | 'dark'

export const themes: Theme[] = ['system', 'light', 'dark']

const key = 'qpr.theme'

const read = (): Theme => themes.find((theme) => theme === localStore.read(key)) ?? 'system'

/** The user's choice. theme.js applies it, also before the first paint. */
export const useTheme = (): [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useState(read)
  const choose = (next: Theme) => {
    localStore.write(key, next)
    // Pass the choice along: without storage it lasts as long as the page.
    dispatchEvent(new CustomEvent('qpr:theme', { detail: next }))
    setTheme(next)
  }
  return [theme, choose]
}

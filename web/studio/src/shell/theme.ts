import { useState } from 'react'

export type Theme = 'system' | 'light' | 'dark'

export const themes: Theme[] = ['system', 'light', 'dark']

const key = 'qpr.theme'

const read = (): Theme => {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? 'system'
  } catch {
    return 'system'
  }
}

/** The reader's choice; theme.js, which knew it before the first paint, applies it. */
export const useTheme = (): [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useState(read)
  const choose = (next: Theme) => {
    try {
      localStorage.setItem(key, next)
    } catch {
      // Without storage there is nothing to choose: the system decides.
    }
    dispatchEvent(new Event('qpr:theme'))
    setTheme(next)
  }
  return [theme, choose]
}

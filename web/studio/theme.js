// Runs before the first paint, so that nobody in the dark sees a white page.
;(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const chosen = () => {
    try {
      return localStorage.getItem('qpr.theme')
    } catch {
      return null
    }
  }
  const apply = () => {
    const theme = chosen()
    const isDark = theme === 'dark' || (theme !== 'light' && dark.matches)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  }
  apply()
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)
  addEventListener('qpr:theme', apply)
})()

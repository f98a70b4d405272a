// Runs before the first paint, so that the page is never white in dark mode.
;(() => {
  // A browser may lack either of these, or refuse it; browser.ts is not loaded yet.
  const dark = window.matchMedia?.('(prefers-color-scheme: dark)')
  let choice = null
  const chosen = () => {
    try {
      return localStorage.getItem('qpr.theme')
    } catch {
      return choice
    }
  }
  const apply = () => {
    const theme = chosen()
    const isDark = theme === 'dark' || (theme !== 'light' && dark?.matches)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  }
  apply()
  dark?.addEventListener?.('change', apply)
  addEventListener('storage', apply)
  addEventListener('qpr:theme', ({ detail }) => {
    choice = detail
    apply()
  })
})()

import { useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Whether the Studio is dark, by choice or as the system is. */
export const useIsNight = (): boolean =>
  useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme === 'dark')

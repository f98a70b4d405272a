import { fileURLToPath } from 'node:url'
import type { DefaultTheme } from 'vitepress'

/** Below: `pages` and `public` (what VitePress reads), `site` (what is served) and `cache`. */
export const distFolder = fileURLToPath(new URL('dist', import.meta.url))

/** Files that are served as they are. */
export const publicFolder = `${distFolder}/public`

export interface SiteData {
  nav: DefaultTheme.NavItem[]
  sidebar: DefaultTheme.SidebarItem[]
}

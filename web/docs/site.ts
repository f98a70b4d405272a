import { fileURLToPath } from 'node:url'
import type { DefaultTheme } from 'vitepress'
import { stagingOf } from '../swap.ts'

/** Below: `pages` and `public` (what VitePress reads), `site` (a link to what is served) and `cache`. */
export const distFolder = fileURLToPath(new URL('dist', import.meta.url))

/** The site until it is complete. */
export const stagingFolder = stagingOf(`${distFolder}/site`)

/** Files that are served as they are. */
export const publicFolder = `${distFolder}/public`

export interface SiteData {
  nav: DefaultTheme.NavItem[]
  sidebar: DefaultTheme.SidebarItem[]
}

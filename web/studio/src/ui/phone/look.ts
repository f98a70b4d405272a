import { accentColors } from '../../../../../src/features/page/looks.ts'
import type { ScannedPage } from '../../../../../src/features/page/parts.ts'
import {
  logoRules,
  scanColors,
  scanRules,
  scanSide,
} from '../../../../../src/features/page/style.ts'

// The page is as large as the phone, not as the window: dialogs stay inside it, and at its end the
// mouse wheel scrolls the page of the Studio.
const insideTheStudio = `
:host{display:block}
body{position:relative;height:100%;overflow:hidden}
#scroll{overscroll-behavior:auto;scrollbar-gutter:auto;scrollbar-width:thin}
header{position:sticky}
#talk{padding-top:32px}
dialog{z-index:3;width:calc(100% - 40px);max-height:calc(100% - 40px);overflow-y:auto;inset-block:0;margin:auto}
#menu{margin:60px 12px auto auto;max-width:calc(100% - 24px);max-height:calc(100% - 72px);height:fit-content}
body:has(dialog[open])::after{content:'';position:absolute;inset:0;z-index:2;background:#0004}
body:has(#menu[open])::after{background:#0001}
[data-still] #composer,[data-still] .first button{opacity:.6;cursor:not-allowed}
`

let rules: CSSStyleSheet | undefined

/** Parsed once for all phones. */
export const phoneRules = (): CSSStyleSheet => {
  if (!rules) {
    rules = new CSSStyleSheet()
    rules.replaceSync(scanRules + logoRules(false) + insideTheStudio)
  }
  return rules
}

/** The colours of a page. Light or dark follows the Studio, not the system. */
export const phoneColors = (
  { template, color }: Pick<ScannedPage, 'template' | 'color'>,
  isNight: boolean,
): string => {
  const accent = accentColors(template, color)
  return isNight
    ? `:host{color-scheme:dark;${scanColors.night};${scanSide};${accent.night}}${logoRules(true)}`
    : `:host{color-scheme:light;${scanColors.day};${scanSide};${accent.day}}`
}

// The script that a website includes:
//   <script src="https://…/embed.js?code=k3v9x0pz" async></script>
// A button opens the conversation in a panel. Nothing is loaded before it is pressed. The service
// wraps this file in a function and passes words and colours, so the website gets no global names.

/** By language: the label of the button, of the button that closes, and a failure. */
declare const embedWords: Record<string, [ask: string, close: string, failed: string]>

/** The code's accent by day and by night; null when the address names no code. */
declare const embedColors: [day: string, night: string] | null

const [day, night] = embedColors ?? ['#0f6b5c', '#5cc2ae']
const css = `:host{all:initial!important}
*{box-sizing:border-box;font:16px/1.5 system-ui,sans-serif}
button{border:0;border-radius:4px;cursor:pointer;touch-action:manipulation}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
div{--accent:var(--qpr-accent,${day});--paper:#fbfaf7;--ink:#1a1a17;--line:#e4e2db}
.open{position:fixed;inset-block-end:max(16px,env(safe-area-inset-bottom));inset-inline-end:16px;z-index:2147483647;max-width:calc(100vw - 32px);min-height:48px;padding:12px 20px;background:var(--accent);color:var(--qpr-on-accent,var(--paper));box-shadow:0 2px 12px #0003}
dialog{position:fixed;inset:auto;inset-block-end:16px;inset-inline-end:16px;width:400px;height:640px;max-width:none;max-height:calc(100dvh - 32px);margin:0;padding:0;border:1px solid var(--line);border-radius:8px;background:var(--paper);color:var(--ink);box-shadow:0 8px 32px #0004;overflow:hidden}
dialog[open]{display:flex;flex-direction:column}
dialog::backdrop{background:none}
.dim::backdrop{background:#0003}
header{display:flex;align-items:center;justify-content:space-between;padding-inline-start:20px;border-bottom:1px solid var(--line)}
b{font-weight:500;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header button{flex:none;width:44px;height:44px;background:none;color:inherit;font-size:24px;line-height:1}
p{margin:20px}
iframe{flex:1;width:100%;border:0}
[hidden]{display:none}
@media(max-width:600px){dialog{inset:0;width:100%;height:100%;max-height:none;border:0;border-radius:0}}
@media(prefers-color-scheme:dark){div{--accent:var(--qpr-accent,${night});--paper:#14140f;--ink:#f2f0e9;--line:#2d2c26}}
@media(prefers-reduced-motion:no-preference){dialog[open]{animation:rise .2s}}
@keyframes rise{from{opacity:0;transform:translateY(16px)}}
@media(forced-colors:active){button{border:1px solid}}
@media print{div{display:none}}`

const patienceMs = 4000

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  fields: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: HTMLElement[]
) => {
  const element = Object.assign(document.createElement(name), fields)
  element.append(...children)
  return element
}

const addStyle = (root: ShadowRoot) => {
  try {
    // Allowed by every policy of a website, unlike a <style> element.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
  } catch {
    root.append(make('style', { textContent: css }))
  }
}

/** The panel: a modal dialog, so the browser keeps the focus in it and gives it back. */
const createPanel = (page: URL, label: string, close: string, failed: string) => {
  const frame = make('iframe', { title: label, allow: 'microphone; clipboard-write' })
  const notice = make('p', { textContent: failed, hidden: true })
  const shut = make('button', { textContent: '×', ariaLabel: close, title: close })
  const title = make('b', { textContent: label, dir: 'auto' })
  const dialog = make(
    'dialog',
    { ariaLabel: label },
    make('header', {}, title, shut),
    notice,
    frame,
  )
  let isReady = false
  shut.onclick = () => dialog.close()
  dialog.onclick = ({ target }) => {
    // A click beside the panel hits the dialog itself.
    if (target === dialog) dialog.close()
  }
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== page.origin) return
    if (data === 'qpr-close') dialog.close()
    if (data === 'qpr-ready') notice.hidden = isReady = true
  })
  /** A page that the browser refuses reports nothing. A slow one reports later. */
  const complain = () => {
    if (isReady) return
    notice.hidden = false
    // With `window`, because the build drops calls of `console`.
    window.console.warn(`QPR: allow ${location.origin} for this code, under "On your website".`)
  }
  const open = () => {
    if (!frame.src) {
      frame.src = page.href
      setTimeout(complain, patienceMs)
    }
    dialog.showModal()
    frame.focus()
  }
  return { dialog, open }
}

const start = (script: HTMLScriptElement) => {
  const { label, lang, dim } = script.dataset
  const code = script.dataset.code ?? new URL(script.src).searchParams.get('code') ?? ''
  const page = new URL(`s/${encodeURIComponent(code)}/panel`, script.src)
  if (lang) page.searchParams.set('lang', lang)
  const language = (lang ?? document.documentElement.lang).slice(0, 2)
  const [ask, close, failed] = embedWords[language] ?? (embedWords.en as [string, string, string])
  const button = make('button', { className: 'open', textContent: label ?? ask, dir: 'auto' })
  const { dialog, open } = createPanel(page, label ?? ask, close, failed)
  button.ariaHasPopup = 'dialog'
  button.onclick = open
  dialog.onclose = () => button.focus()
  if (dim !== undefined) dialog.className = 'dim'
  const host = document.createElement('qpr-chat')
  const root = host.attachShadow({ mode: 'open' })
  addStyle(root)
  root.append(make('div', {}, button, dialog))
  // The panel does not go into <body>, which may be transformed, and which does not exist yet for a script in <head>.
  document.documentElement.append(host)
}

start(document.currentScript as HTMLScriptElement)

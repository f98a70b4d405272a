// What the page adds in a panel on a website, before its own script: the page has no room for it.

// A panel is not a scan, so its requests must not carry the cookie of one.
const { fetch } = window
window.fetch = (address, options) => fetch(address, { ...options, credentials: 'omit' })

// The page leaves the printed address after the first message. A frame must keep its own, which is
// the only one that may be framed.
Object.assign(history, { replaceState() {} })

// The website loads embed.ts, which listens to these messages. They contain nothing of the
// conversation, so any site may hear them.
const post = (text: string) => parent.postMessage(text, '*')

addEventListener('keydown', ({ key, defaultPrevented }) => {
  // The first Escape closes a dialog of the page.
  if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) {
    post('qpr-close')
  }
})

post('qpr-ready')

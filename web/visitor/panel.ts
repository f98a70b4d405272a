// What the page adds in a panel on a website. The website loads embed.ts, which listens to these
// messages. They contain nothing of the conversation, so any site may hear them.

const tell = (text: string) => parent.postMessage(text, '*')

addEventListener('keydown', ({ key, defaultPrevented }) => {
  // The first Escape closes a dialog of the page.
  if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) {
    tell('qpr-close')
  }
})

tell('qpr-ready')

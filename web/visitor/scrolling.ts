import { onResize } from './browser.ts'
import { body, byId } from './dom.ts'
import { log } from './transcript.ts'

const scroller = byId('scroll')
const jump = byId('jump')
const nearPx = 48

let isFollowing = true
let lastTop = 0

const keepUp = () => {
  // A long welcome is read from its beginning.
  if (isFollowing && log.hasChildNodes()) scroller.scrollTop = scroller.scrollHeight
}

/** The newest text stays in view, until the reader scrolls away from it. */
export const followNewest = () => {
  isFollowing = true
  jump.hidden = true
  keepUp()
}

scroller.addEventListener('scroll', () => {
  const { scrollTop, scrollHeight, clientHeight } = scroller
  if (scrollHeight - scrollTop - clientHeight < nearPx) isFollowing = true
  // Text that has just grown leaves the end behind too: only who goes up goes away.
  else if (scrollTop < lastTop) isFollowing = false
  lastTop = scrollTop
  jump.hidden = isFollowing
})

jump.addEventListener('click', followNewest)

onResize(keepUp, log, scroller)

// Some browsers lay the keyboard over the page: it ends where the keyboard begins.
const { visualViewport } = window
const fit = () => {
  if (visualViewport?.scale !== 1) return
  body.style.height = `${visualViewport.height}px`
  window.scrollTo(0, 0)
}
visualViewport?.addEventListener('resize', fit)

import { onResize } from './browser.ts'
import { body, byId } from './dom.ts'
import { log } from './transcript.ts'

const scroller = byId('scroll')
const jump = byId('jump')
const nearPx = 48

let isFollowing = true
let lastTop = 0

const scrollToEnd = () => {
  // The visitor reads a long welcome message from its beginning.
  if (isFollowing && log.hasChildNodes()) scroller.scrollTop = scroller.scrollHeight
}

/** The newest text stays in view, until the reader scrolls away from it. */
export const followNewest = () => {
  isFollowing = true
  jump.hidden = true
  scrollToEnd()
}

scroller.addEventListener('scroll', () => {
  const { scrollTop, scrollHeight, clientHeight } = scroller
  if (scrollHeight - scrollTop - clientHeight < nearPx) isFollowing = true
  // New text moves the end away too: only scrolling up stops the following.
  else if (scrollTop < lastTop) isFollowing = false
  lastTop = scrollTop
  jump.hidden = isFollowing
})

jump.addEventListener('click', followNewest)

onResize(scrollToEnd, log, scroller)

// Some browsers show the keyboard on top of the page: end the page above it.
const { visualViewport } = window
const fit = () => {
  if (visualViewport?.scale !== 1) return
  body.style.height = `${visualViewport.height}px`
  window.scrollTo(0, 0)
}
visualViewport?.addEventListener('resize', fit)

// Opens every page of the Studio without loading it again, as links do.
import type { Page } from 'playwright-core'

/** The address of the organization of the walk. */
export const slug = '/studio/harbour-hotels'

/** In the page: the names of all controls, without the fields of a form that only shows them. */
const namesScript = `() => [...document.querySelectorAll('main :is(button, a, input, select, textarea)')]
  .filter((one) => !one.matches('fieldset:disabled *'))
  .map((one) => one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.textContent)
  // Behind the colon is what tells it from others of the page: "Copy: HTML".
  .map((name) => name.trim().split(/\\n|: /)[0])`

/** In the page: opens an address as a link does, and returns when the page is complete. */
const goScript = `async ({ path, heading, tab, shows = [], reads = '' }) => {
  history.pushState({}, '', path)
  const end = performance.now() + 20_000
  const current = () => [...document.querySelectorAll('main nav [aria-current=page]')]
    .map((one) => one.textContent)
  const names = () => (${namesScript})()
  const texts = () => [...document.querySelectorAll('main, main textarea')]
    .map((one) => one.value ?? one.innerText).join(' ')
  const isThere = () =>
    document.querySelector('main h1')?.textContent === heading &&
    (!tab || current().includes(tab)) &&
    !document.querySelector('main [aria-busy=true]') &&
    shows.every((name) => names().includes(name)) &&
    texts().includes(reads)
  while (!isThere()) {
    if (performance.now() > end) {
      return 'shows "' + document.querySelector('main')?.innerText.slice(0, 200) + '"'
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return null
}`

export interface Place {
  path: string
  heading: string
  /** The tab that is shown. */
  tab?: string
  /** Controls of the complete page. */
  shows?: string[]
  /** A text of the complete page. */
  reads?: string
}

export const goTo = async (page: Page, place: Place) => {
  // The router listens to the address only after the first page is rendered.
  await page.locator('main h1').first().waitFor()
  const problem = await page.evaluate(`(${goScript})(${JSON.stringify(place)})`)
  if (problem !== null) throw new Error(`${place.path} ${problem}, not "${place.heading}".`)
}

/** The names of all controls on the page that can be used. */
export const controlsOn = (page: Page): Promise<string[]> => page.evaluate(`(${namesScript})()`)

/** The items of a menu. */
export const menuOf = async (page: Page, button: string): Promise<string[]> => {
  const main = page.locator('main')
  await main.getByRole('button', { name: button, exact: true }).click()
  await main.getByRole('menuitem').first().waitFor()
  const items = await main.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  return items
}

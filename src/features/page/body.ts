import { type Html, html } from '../../platform/kit/html.ts'
import { dialogs } from './dialogs.ts'
import { composer, header, type ScannedPage, welcome } from './parts.ts'
import { templates } from './templates.ts'

/** The page before the first message. The Studio shows it as a preview. */
export const talkBody = (page: ScannedPage): Html =>
  html`<div id="scroll">
    ${header(page)}
    <main id="talk">${welcome(page)}<div id="log" role="log" aria-live="off"></div></main>
    </div>
    ${composer(page)}
    ${dialogs(page)}
    ${templates(page.language)}`

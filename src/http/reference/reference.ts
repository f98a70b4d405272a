// The page at /docs, rendered on the server from the OpenAPI document. It has no script and makes
// no request. The CSP contains the hash of its inlined style.

import { Html, html } from '../../kit/html.ts'
import type { OpenApiDocument } from './document.ts'
import { markdown } from './markdown.ts'
import { endpointView, eventView, methodLabel, objectView } from './operation-view.ts'
import { type Endpoint, type Group, type Outline, outlineOf } from './outline.ts'
import type { Named } from './schema-view.ts'
import { referenceStyle } from './style.ts'

export type { OpenApiDocument } from './document.ts'
export { referenceStyle } from './style.ts'

export function renderReference(document: OpenApiDocument): string {
  const outline = outlineOf(document)
  const { title, version } = document.info
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} ${version}: API reference</title>
<link rel="icon" href="${icon}">
<style>${new Html(referenceStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="masthead">
  ${ornament}
  <h1>${title}</h1>
  <p>Version ${version} · <code>${document.servers?.[0]?.url}</code> ·
    <a href="openapi.json">openapi.json</a></p>
  <p><a href="docs/">Guides and search</a> · <a href="docs/cookbook">Cookbook</a> ·
    <a href="docs/errors">Errors</a></p>
</header>
<div class="layout">
<nav class="contents" id="contents" aria-label="Contents">${navigation(outline)}</nav>
<main id="content" tabindex="-1">${content(outline, document)}</main>
</div>
</body>
</html>
`
  return page.text
}

function content(outline: Outline, document: OpenApiDocument): Html {
  const named: Named = {
    schemas: document.components?.schemas ?? {},
    anchors: new Map(outline.objects.map(({ name, anchor }) => [name, anchor])),
  }
  const { lead, guides, groups, events, objects } = outline
  return html`<div class="intro">${lead}</div>
    ${guides.map((guide) => section(guide, [html`<div class="guide">${guide.content}</div>`]))}
    ${groups.map((group) => section(group, groupViews(group, document, named)))}
    ${section(eventsPart, viewsOf(events, eventView, named))}
    ${section(objectsPart, viewsOf(objects, objectView, named))}`
}

type Part = { anchor: string; title: string }

const overviewPart = { anchor: 'content', title: 'Overview' }
const eventsPart = { anchor: 'events', title: 'Events' }
const objectsPart = { anchor: 'objects', title: 'Objects' }

function groupViews(group: Group, document: OpenApiDocument, named: Named): Html[] {
  const description = html`<div class="guide">${markdown(group.description, 3)}</div>`
  return [
    description,
    ...group.endpoints.map((endpoint) => endpointView(endpoint, document, named)),
  ]
}

function viewsOf<Item>(items: Item[], view: (item: Item, named: Named) => Html, named: Named) {
  return items.map((item) => view(item, named))
}

function section({ anchor, title }: Part, views: Html[]): Html {
  if (views.length === 0) return html``
  return html`<section id="${anchor}">
    <h2><a href="#${anchor}">${title}</a></h2>
    ${views}
  </section>`
}

// The list is beside the <details>, not inside: a narrow page can fold it and a wide page always
// shows it, without a script or a second copy.
function navigation({ guides, groups, events, objects }: Outline): Html {
  return html`<details><summary>Contents</summary></details>
    <ul class="parts">
      ${linkWith(overviewPart, guides.map(link))}
      ${groups.map((group) => linkWith(group, group.endpoints.map(endpointLink)))}
      ${events.length > 0 && linkWith(eventsPart, events.map(link))}
      ${objects.length > 0 && linkWith(objectsPart, objects.map(link))}
    </ul>
    <a class="back" href="#contents">Contents</a>`
}

const linkWith = (part: Part, inner: Html[]) =>
  html`<li>${link(part)}<ul>${inner.map((one) => html`<li>${one}</li>`)}</ul></li>`

const link = ({ anchor, title }: Part) => html`<a href="#${anchor}">${title}</a>`

const endpointLink = ({ anchor, method, title }: Endpoint) =>
  html`<a class="operation" href="#${anchor}">${methodLabel(method)} ${title}</a>`

// The corner of a QR code with a few modules beside it, on a grid of 11.
const modules =
  'M0 0h7v7h-7zM1 1v5h5v-5zM2 2h3v3h-3zM8 0h1v2h-1zM10 1h1v1h-1zM9 3h2v1h-2zM8 5h1v2h-1zM10 6h1v2h-1z' +
  'M0 8h2v1h-2zM3 8h1v3h-1zM5 9h2v1h-2zM1 10h1v1h-1zM8 8h1v1h-1zM9 9h2v2h-2z'

const ornament = html`<svg viewBox="0 0 11 11" fill="currentColor" fill-rule="evenodd"
  shape-rendering="crispEdges" aria-hidden="true"><path d="${modules}"/></svg>`

const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 13 13"><rect x="-1" y="-1" width="13" height="13" fill="#fbfaf7"/><path fill="#0f6b5c" fill-rule="evenodd" d="${modules}"/></svg>`,
)}`

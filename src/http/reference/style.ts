// The inlined style of the page. Its hash is in the Content-Security-Policy.

export const referenceStyle = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7;
  --ink: #1a1a17;
  --muted: #6b6a63;
  --line: #e4e2db;
  --accent: #0f6b5c;
  --danger: #b3261e;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #14140f;
    --ink: #f2f0e9;
    --muted: #a3a198;
    --line: #2d2c26;
    --accent: #62c4b1;
    --danger: #f08a82;
  }
}

* { box-sizing: border-box; }
html { scroll-padding-top: 24px; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
  overflow-wrap: break-word;
}
a { color: var(--accent); text-underline-offset: 4px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 16px; padding: 8px 16px; background: var(--paper); z-index: 1; }

code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 13px; }
p code, li code, td code { overflow-wrap: anywhere; }
pre {
  margin: 0;
  padding: 16px;
  border-radius: 12px;
  background: color-mix(in srgb, var(--ink) 5%, var(--paper));
  line-height: 20px;
  overflow-x: auto;
}
p, ul, table { margin: 0 0 16px; }
ul { padding-left: 20px; }
pre { margin-bottom: 16px; }

h1, h2, h3, h4, h5 { margin: 0; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 28px; letter-spacing: -0.01em; }
h2 { margin-bottom: 16px; font-size: 28px; letter-spacing: -0.01em; }
h3 { margin-bottom: 8px; font-size: 20px; }
h4 { margin: 24px 0 8px; font-size: 16px; }
h5 { margin: 16px 0 4px; font-size: 13px; }
h2 a, h3 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover { text-decoration: underline; }
h4 code { font-size: 16px; }

.masthead { padding: 32px 16px; }
.masthead svg { display: block; width: 40px; height: 40px; margin-bottom: 16px; color: var(--accent); }
.masthead p { margin: 8px 0 0; color: var(--muted); }
.contents { padding: 0 16px; }
.contents summary {
  padding: 8px 16px;
  border: 1px solid var(--line);
  border-radius: 4px;
  cursor: pointer;
}
.contents details:not([open]) + .parts { display: none; }
.parts, .parts ul { margin: 0; padding: 0; list-style: none; }
.parts { padding-top: 16px; }
.parts > li { margin-bottom: 16px; }
.parts a { display: block; padding: 4px 0; color: inherit; text-decoration: none; }
.parts a:hover { color: var(--accent); text-decoration: underline; }
.parts > li > a { font-weight: 600; }
.parts .method, .parts li li { font-size: 13px; }
.parts .operation { display: grid; grid-template-columns: 60px minmax(0, 1fr); align-items: baseline; }
.parts .operation .method { color: var(--muted); font-weight: 400; }
.back {
  position: fixed;
  right: 16px;
  bottom: 16px;
  padding: 8px 16px;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--paper);
  box-shadow: 0 4px 16px rgb(0 0 0 / 0.16);
  font-size: 13px;
}

main { padding: 16px 16px 72px; }
main > section { padding-top: 40px; margin-bottom: 24px; border-top: 1px solid var(--line); }
.guide, .intro { max-width: 680px; }
.intro { margin-bottom: 24px; }
.entry { padding: 24px 0; }
.entry + .entry { border-top: 1px solid var(--line); }
main :target { box-shadow: -12px 0 0 var(--paper), -16px 0 0 var(--accent); }
main:focus { outline: none; }
.route { margin-bottom: 8px; }
.method { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; color: var(--accent); }
.method.delete { color: var(--danger); }
.access { margin-bottom: 8px; color: var(--muted); font-size: 13px; }

table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--muted); font-size: 13px; font-weight: 400; }
td p { margin: 0; }
td p + p, td p + ul { margin-top: 4px; }
.fields, .errors { table-layout: fixed; }
.fields th:first-child { width: 38%; }
.fields tbody th { font-weight: 400; }
.fields tbody th code { font-weight: 600; overflow-wrap: anywhere; }
.type, .mark { display: block; font-size: 13px; }
.type { color: var(--muted); }
.mark { color: var(--accent); }
.deprecated { color: var(--danger); }
.rules { color: var(--muted); font-size: 13px; }
.rules code { color: var(--ink); }
.errors th:first-child { width: 72px; }
td details { margin-top: 4px; font-size: 13px; }
td summary { color: var(--muted); cursor: pointer; }

.examples { padding-top: 8px; }
figure { margin: 0; }
figcaption { margin-bottom: 4px; color: var(--muted); font-size: 13px; }

@media (min-width: 1024px) {
  h1 { font-size: 40px; }
  .layout { display: grid; grid-template-columns: 272px minmax(0, 1fr); }
  .masthead { padding: 48px 40px 32px; border-bottom: 1px solid var(--line); }
  .contents {
    position: sticky;
    top: 0;
    align-self: start;
    max-height: 100vh;
    overflow-y: auto;
    padding: 16px 8px 16px 40px;
  }
  .contents details, .back { display: none; }
  .parts { padding-top: 4px; }
  .contents details:not([open]) + .parts { display: block; }
  main { max-width: 1200px; padding: 24px 40px 24px 32px; }
}
@media (min-width: 1200px) {
  .entry { display: grid; grid-template-columns: minmax(0, 1fr) 440px; gap: 32px; align-items: start; }
  .examples { position: sticky; top: 24px; padding-top: 0; }
}
@media (min-width: 1600px) {
  main { max-width: 1360px; }
  .entry { grid-template-columns: minmax(0, 1fr) 520px; }
}
@media print {
  .contents, .skip { display: none; }
  .layout, .entry { display: block; }
  .masthead, main { max-width: none; padding: 0; }
  .examples { position: static; }
  main :target { box-shadow: none; }
  body { font-size: 13px; }
  h2, h3, h4, thead { break-after: avoid; }
  tr, pre { break-inside: avoid; }
  pre { border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
  td details { display: none; }
}
`

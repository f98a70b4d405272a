/** The visitor's page is one response: this stands inside it, and its hash in the CSP. */
export const scanStyle = `
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1a1a17;--muted:#6b6a63;--line:#e4e2db;--accent:#0f6b5c;--accent-dark:#5cc2ae}
[data-look=business]{--accent:#3d5166;--accent-dark:#a9bdd1}
[data-look=rewards]{--accent:#7a2d6b;--accent-dark:#e0a3d3}
[data-look=events]{--accent:#a64510;--accent-dark:#f2a578}
[data-look=personal]{--accent:#0f6b5c;--accent-dark:#5cc2ae}
[data-look=hospitality]{--accent:#1f5a37;--accent-dark:#86c9a0}
[data-look=healthcare]{--accent:#1b5a99;--accent-dark:#90c1f0}
[data-look=retail]{--accent:#a32222;--accent-dark:#f2a3a3}
@media(prefers-color-scheme:dark){:root{--paper:#14140f;--ink:#f2f0e9;--muted:#a3a198;--line:#2d2c26}body{--accent:var(--accent-dark)!important}}
*{box-sizing:border-box}
html{height:100%}
body{min-height:100%;margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header,main{max-width:680px;margin:0 auto;padding:16px 20px}
header{display:flex;gap:12px;align-items:center;border-bottom:1px solid var(--line)}
header svg{flex:none;color:var(--accent)}
h1{font-size:20px;line-height:1.3;margin:0;overflow-wrap:anywhere}
.ai{margin:0;color:var(--muted);font-size:13px}
main{padding-top:24px}
.message{margin:0 0 16px;white-space:pre-wrap;overflow-wrap:anywhere}
.note h1{font-size:28px;line-height:1.2;margin:48px 0 16px}
.note svg{color:var(--muted);margin-top:48px}
`

/** The colours by day and by night. */
export const scanColors = {
  day: '--paper:#fbfaf7;--ink:#1a1a17;--muted:#6b6a63;--line:#e4e2db;--edge:#cfcdc4;--field:#8a8980;--danger:#b3261e',
  night:
    '--paper:#14140f;--ink:#f2f0e9;--muted:#a3a198;--line:#2d2c26;--edge:#45443c;--field:#75736a;--danger:#f2b8b5',
}

/** The margin beside the column in the middle. */
export const scanSide =
  '--side:max(20px,50% - 340px,env(safe-area-inset-left),env(safe-area-inset-right))'

/** The text of an answer, which the Studio shows too. */
export const answerRules = `.text>*+*,.text li>ul,.text li>ol{margin-top:12px}
.text h2{font-size:1.25rem;line-height:1.3}
.text ul,.text ol{padding-inline-start:24px}
.text li+li{margin-top:4px}
.text a{color:var(--accent)}
.text code,.text pre{font:.8125rem/1.5 ui-monospace,monospace;white-space:pre-wrap;background:var(--tint);border-radius:4px;padding:0 4px}
.text pre{padding:12px}
.text blockquote{border-inline-start:2px solid var(--accent);padding-inline-start:12px;color:var(--muted)}
.text hr{width:100%;border:0;border-top:1px solid var(--line)}
.wide{overflow-x:auto}
.text table{width:100%;overflow-wrap:normal;border-collapse:collapse;font-variant-numeric:tabular-nums}
.text th,.text td{min-width:5rem;text-align:start;vertical-align:top;padding:8px 8px 8px 0;border-bottom:1px solid var(--line)}
`

/** The rules without the colours. */
export const scanRules = `*{box-sizing:border-box}
html{height:100%;-webkit-text-size-adjust:100%}
body{display:flex;flex-direction:column;height:100%;height:100dvh;margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
[hidden]{display:none!important}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
h1,h2,p,ul,ol,pre,blockquote,form,table{margin:0}
svg{flex:none;vertical-align:top}
button,textarea,input{font:inherit;color:inherit;background:none;border-radius:4px}
input{border:1px solid var(--field)}
button,.contact,dialog a{display:inline-flex;align-items:center;gap:8px;min-width:44px;min-height:44px;padding:8px 12px;border:0;border-radius:4px;background:none;color:inherit;text-align:start;text-decoration:none;cursor:pointer;touch-action:manipulation}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.main{justify-content:center;background:var(--accent);color:var(--paper);padding:8px 20px}
.plain,.contact{border:1px solid var(--field);padding:8px 16px}
.icon{justify-content:center;padding:0}

#scroll{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:0 12px;align-items:center;padding:12px var(--side);padding-top:max(12px,env(safe-area-inset-top));background:var(--paper)}
header:after{content:'';position:absolute;bottom:0;inset-inline:max(0px,50% - 340px);border-bottom:1px solid var(--line)}
header>svg{color:var(--accent)}
header>div{flex:1 1 120px}
h1,.name{font-size:1.25rem;line-height:1.3;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.ai{color:var(--muted);font-size:.8125rem}
header .icon{border:0;margin-inline-end:-12px}
header .contact{color:var(--accent)}
#talk{padding:32px var(--side) 24px}
.drawing{display:block;color:var(--accent);margin-block-end:20px;margin-inline-start:-7px}
.message{white-space:pre-wrap}
.short{font-size:1.75rem;line-height:1.25;letter-spacing:-.01em}
.first{display:flex;flex-wrap:wrap;gap:8px;margin-top:24px}
.first button,.first .contact{border:1px solid var(--edge);border-radius:12px;min-height:48px;padding:12px 16px}
.first .contact{color:var(--accent)}
#log{display:flex;flex-direction:column;gap:24px}
[data-talking] .drawing,[data-talking] .first{display:none}
[data-talking] #talk>.message{font-size:1rem;line-height:1.5;letter-spacing:0;margin-bottom:24px}

.said{align-self:flex-end;max-width:85%;text-align:end}
.said p{display:inline-block;padding:8px 16px;border-radius:12px;border-end-end-radius:4px;background:var(--tint);text-align:start;white-space:pre-wrap}
.said small{display:block;color:var(--muted);font-size:.8125rem;margin-top:4px}
.said[data-sent] small,.said small:empty{display:none}
${answerRules}.dots{display:flex;gap:4px;padding:8px 0}
.dots i{width:8px;height:8px;background:var(--accent)}
[data-over] .dots{display:none}
.tools{display:none;margin:4px -12px -12px}
[data-over=said] .tools{display:flex}
.tools .icon{color:var(--muted)}
.tools .icon[aria-pressed=true],.tools .icon[data-done]{color:var(--accent)}
.tools [aria-pressed=true] path{fill:var(--tint)}
[data-rating=down] svg{transform:scaleY(-1)}
[data-act=copy] svg+svg,[data-done] svg:first-child,body:not([data-voice]) [data-act=listen]{display:none}
[data-done] svg+svg{display:block!important}
.note{display:none;color:var(--muted);font-size:.8125rem;margin-top:8px}
[data-over] .note:has(span:not(:empty)){display:block}
[data-failed] .note{color:var(--danger);font-size:1rem}
.note button{display:none;margin-top:8px;color:var(--ink)}
[data-failed] .note button{display:flex}

footer{position:relative;padding:8px var(--side) max(12px,env(safe-area-inset-bottom))}
#notice{font-size:.8125rem;color:var(--muted);text-align:center;padding-bottom:8px}
#composer{display:flex;align-items:flex-end;gap:8px;padding:7px;border:1px solid var(--field);border-radius:12px}
#composer:focus-within{outline:2px solid var(--accent);outline-offset:-1px}
textarea{flex:1;min-width:0;height:44px;min-height:44px;max-height:calc(7.5rem + 20px);padding:10px 8px;border:0;resize:none;field-sizing:content;unicode-bidi:plaintext}
@supports(field-sizing:content){textarea{height:auto}}
#text{outline:0}
#mic[aria-pressed=true]{color:var(--accent)}
::placeholder{color:var(--muted);opacity:1}
textarea:placeholder-shown{white-space:nowrap;overflow:hidden}
body:not([data-busy]) #send svg+svg,[data-busy] #send svg:first-child{display:none}
#jump{position:absolute;bottom:calc(100% + 8px);inset-inline:calc(50% - 22px);color:var(--accent)}
#jump svg{transform:scaleY(-1)}
#jump,dialog{background:var(--paper);border:1px solid var(--line);border-radius:12px;box-shadow:0 8px 24px #0003}
#ended{display:none;flex-wrap:wrap;gap:12px;align-items:center;justify-content:center;text-align:center;padding:8px 0}
#ended p{width:100%}
[data-ended] #ended{display:flex}
[data-ended] #composer,[data-ended] #end{display:none}

dialog{color:inherit;padding:0;width:min(400px,100vw - 40px);max-height:calc(100dvh - 40px)}
dialog::backdrop{background:#0006}
#menu::backdrop{background:#0002}
dialog form{padding:24px}
dialog h2{font-size:1.25rem;line-height:1.3}
dialog p{margin-top:12px}
dialog .row{display:flex;flex-wrap:wrap;gap:12px;justify-content:flex-end;margin-top:24px}
.danger{background:var(--danger)}
#menu{width:fit-content;min-width:240px;max-width:calc(100vw - 24px);max-height:calc(100dvh - 72px);margin:60px auto auto;margin-inline-end:max(12px,50vw - 340px)}
#menu form{padding:8px}
#menu button{display:flex;width:100%;min-height:48px;padding:8px 16px}
body:not([data-talking]) .talking{display:none!important}
.languages{columns:136px;margin:12px -12px 0}
.languages a{display:flex}
dialog a[aria-current]{color:var(--accent);font-weight:600}
@media(hover:hover){button:hover,.contact:hover,dialog a:hover{background:var(--tint)}.main:hover{background:var(--accent);opacity:.9}.danger:hover{background:var(--danger)}}
@media(min-width:740px){#scroll{scrollbar-gutter:stable both-edges}}
@media(max-height:420px){header{position:relative}#talk{padding-top:16px}}
@media(max-width:240px){header>svg{display:none}}
@media(prefers-reduced-motion:no-preference){
.dots i{animation:module 1.2s infinite}.dots i+i{animation-delay:.2s}.dots i+i+i{animation-delay:.4s}
.said,.answer,dialog[open],#jump{animation:come .16s ease-out}
@keyframes module{0%,60%,to{opacity:.25}30%{opacity:1}}
@keyframes come{0%{opacity:0;translate:0 8px}}
}
`

/** The style inside the page; the policy contains its hash. */
export const scanStyle = `
:root{color-scheme:light dark;${scanColors.day};${scanSide}}
@media(prefers-color-scheme:dark){:root{${scanColors.night}}}
${scanRules}`.replaceAll('\n', '')

/** Only on pages with a logo. By night it gets a plate, because most logos are made for paper. */
export const logoRules = (isNight: boolean): string =>
  isNight
    ? 'header>img{background:#fff;border-radius:4px;padding:4px}'
    : 'header>img{height:40px;max-width:96px;object-fit:contain}'

/** Only on pages with a way to a person. */
export const peopleRules =
  '#people{display:flex;flex-wrap:wrap;gap:8px;justify-content:center;padding-bottom:8px;font-size:.8125rem}' +
  '#people>*{padding:8px 12px}' +
  '[data-handling] #person,[data-ended] #person,[data-handling=person] #people{display:none}'

/** Only on the page of a form; the script takes them from there. */
export const leadRules = `#lead label{display:block}
#lead small{display:block;color:var(--muted);font-size:.8125rem}
#lead .wrong{color:var(--danger);margin-top:4px}
#lead p{margin-top:16px}
#lead select,#lead textarea,#lead input{display:block;width:100%;min-height:44px;margin-top:4px;padding:8px 12px;border:1px solid var(--field);border-radius:4px;background:none;color:inherit;font:inherit}
#lead option{background:var(--paper)}
#lead [type=checkbox]{display:inline;width:20px;min-height:20px;margin:0;margin-inline-end:4px;vertical-align:-4px;accent-color:var(--accent)}
#lead .row{display:flex;flex-wrap:wrap;gap:12px;justify-content:flex-end;margin-top:24px}
`.replaceAll('\n', '')

/** Only in a conversation without a script, which shows messages of people as the script does. */
export const personRules =
  '[data-person] .text{border-inline-start:2px solid var(--accent);padding-inline-start:12px}'

/** Only on the page for a code that cannot be opened. */
export const noticeRules = `.notfound{margin:auto;width:100%;max-width:720px;padding:48px 20px}
.notfound svg{color:var(--muted)}
.notfound h1{font-size:1.75rem;line-height:1.2;margin:24px 0 16px}
`

/** Text that can be stored on every engine and shown to a person: not blank, no NUL, well-formed. */
export const isText = (text: string): boolean =>
  text.trim() !== '' && !text.includes('\0') && text.isWellFormed()

/** For comparing and searching without regard to case, alike on both engines. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** For finding what was said without regard to accents either: `FRÜHSTÜCK` by `fruhstuck`. */
export const foldForSearch = (text: string): string =>
  // Of other scripts the marks are letters, not accents: theirs are kept.
  fold(text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')).replaceAll('ß', 'ss')

/** `Café Zoë & Söhne` → `cafe-zoe-sohne`; empty when nothing usable is left. */
export const slugify = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-|-$/g, '')

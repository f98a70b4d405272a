/**
 * The alternatives of one or more lists of words, as a part of a regular expression. Repetitions
 * without an end get one: with hundreds of alternatives, an expression whose time grows faster than
 * the text would otherwise be only one `\w*` away.
 */
export const alternatives = (...texts: string[]): string =>
  texts
    .join('|')
    .replace(/\n\s*/g, '')
    .replaceAll('\\w*', '\\w{0,30}')
    .replaceAll('\\S*', '\\S{0,30}')
    .replaceAll('\\w+', '\\w{1,30}')
    .replaceAll('\\S+', '\\S{1,60}')
    .replaceAll('\\d+', '\\d{1,9}')
    .replaceAll('\\W*', '\\W{0,9}')
    .replaceAll('.*', '.{0,60}')
    .replaceAll('[ ,]*', '[ ,]{0,9}')

/**
 * The alternatives of one or more word lists, as part of a regular expression. Unlimited
 * repetitions get a limit: with hundreds of alternatives, a single `\w*` could make the matching
 * time grow faster than the text.
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

/**
 * Code for `await`, without it. Both clients do the same, so only the one with `async` is written
 * by hand.
 */
export const withoutAsync = (code: string): string =>
  renamed.reduce((text, [before, after]) => text.replaceAll(before, after), code)

const renamed: [RegExp, string][] = [
  [/\basync (?=def|for|with)/g, ''],
  [/\bawait /g, ''],
  [/\basyncio\b/g, 'time'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b_async_/g, '_'],
  // The methods of httpx, such as aclose, and of Python, such as __aenter__.
  [/\ba(?=(?:read|close|iter_lines)\b)/g, ''],
  [/\b__a(?=(?:iter|enter|exit)__)/g, '__'],
]

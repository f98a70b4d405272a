import { invalidInput } from '../../platform/http/problem.ts'

/** The origins as they are stored. Each must be spelled as a browser spells it. */
export const originsText = (origins: string[]): string => {
  const wrong = [...origins.entries()].filter(([, origin]) => !isOrigin(origin))
  if (wrong.length > 0) throw invalidInput(wrong.map(([index]) => wrongOrigin(index)))
  return JSON.stringify(origins)
}

/** An origin has neither the default port of its scheme nor a port that does not exist. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

const wrongOrigin = (index: number) => ({
  pointer: `/embed_origins/${index}`,
  code: 'invalid_format',
  message: 'Write an origin as browsers do, such as https://www.example.com.',
})

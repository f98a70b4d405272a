/**
 * JSON with lines and indentation, every value as it was written: parsing it and writing it again
 * would turn 1.0 into 1 and round long numbers.
 */
export const pretty = (json: string): string => {
  let text = ''
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1
      text += token + line()
    } else if (token === '}' || token === ']') {
      depth -= 1
      text += line() + token
    } else if (token === ',') text += token + line()
    else text += token === ':' ? ': ' : token
  }
  return text
}

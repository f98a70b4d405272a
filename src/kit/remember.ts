/** A pure function of few different texts, worked out once for each; `most` bounds the memory. */
export const remember = <T>(most: number, compute: (text: string) => T) => {
  const known = new Map<string, T>()
  return (text: string): T => {
    let result = known.get(text)
    if (result === undefined) {
      result = compute(text)
      if (known.size >= most) known.clear()
      known.set(text, result)
    }
    return result
  }
}

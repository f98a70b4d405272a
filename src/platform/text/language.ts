/**
 * The first language in an Accept-Language header that is in `known`; otherwise the first of
 * `known`.
 */
export const pickLanguage = <Language extends string>(
  acceptLanguage: string | undefined,
  known: readonly [Language, ...Language[]],
): Language => {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { language: tag.toLowerCase().split('-')[0], weight: Number(weight ?? 1) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of wanted) {
    const match = known.find((candidate) => candidate === language)
    if (match) return match
  }
  return known[0]
}

import { slugLength, slugPattern } from '#contract/limits.ts'
import { useWords } from '../words/words.tsx'

/** Checks the form of a slug before the request. */
export const useSlugCheck = () => {
  const { settings, errors } = useWords()
  return (slug: string): string | undefined => {
    if (slug === '') return errors.fields.required
    const { minLength, maxLength } = slugLength
    const fits = slug.length >= minLength && slug.length <= maxLength
    return fits && slugPattern.test(slug) ? undefined : settings.badSlug
  }
}

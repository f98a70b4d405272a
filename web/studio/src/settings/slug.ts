import { useWords } from '../words/words.tsx'

/** What can be said of a slug without asking the service. */
export const useSlugCheck = () => {
  const { settings, errors } = useWords()
  return (slug: string): string | undefined => {
    if (slug === '') return errors.fields.required
    return /^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/.test(slug) ? undefined : settings.badSlug
  }
}

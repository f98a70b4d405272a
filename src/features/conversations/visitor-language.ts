import type { FastifyRequest } from 'fastify'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { remember } from '../../platform/kit/bounded.ts'
import { pickLanguage } from '../../platform/text/text.ts'
import type { ScannableCode } from '../codes/codes.views.ts'

/**
 * The choice in the menu, else the first language of the browser in which the code has texts, else
 * the language of the code, else the language of the browser.
 */
export const visitorLanguage = (
  request: FastifyRequest,
  code: Partial<Pick<ScannableCode, 'language' | 'translations'>> = {},
): ScanLanguage => {
  const { lang } = request.query as { lang?: unknown }
  const chosen = scanLanguages.find((language) => language === lang)
  if (chosen) return chosen
  const accepted = request.headers['accept-language'] ?? ''
  if (!code.language) return knownLanguage(accepted)
  const translated = Object.keys(code.translations ?? {}) as ScanLanguage[]
  return translated.length === 0
    ? code.language
    : pickLanguage(accepted.slice(0, 500), [code.language, ...translated])
}

const knownLanguage = remember('languages', { bytes: 2 ** 19 }, (accepted) =>
  pickLanguage(accepted, scanLanguages),
)

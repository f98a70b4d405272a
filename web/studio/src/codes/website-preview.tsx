import { useState } from 'react'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { scanWords } from '../../../../src/features/page/words.ts'
import { useBrand } from '../api/brand.ts'
import { accentOf } from '../ui/accent.ts'
import { classNames } from '../ui/class-names.ts'
import { useLanguage, useWords } from '../words/words.tsx'
import type { Code } from './code.ts'

interface WebsitePreviewProps {
  code: Code
  label: string
  lang: ScanLanguage | ''
  isDimmed: boolean
}

/** A drawn website with the button and the panel, in their colours. */
export const WebsitePreview = ({ code, label, lang, isDimmed }: WebsitePreviewProps) => {
  const { website } = useWords()
  const { language } = useLanguage()
  const { data: brand } = useBrand()
  const [isOpen, setIsOpen] = useState(false)
  const words = scanWords[lang || (scanLanguages.find((one) => one === language) ?? 'en')]
  const ask = label.trim() || words.ask.replace(/\s?…$/, '')
  const color = code.style?.color ?? brand?.color ?? null
  return (
    <section
      aria-label={website.preview}
      className="relative h-96 overflow-hidden rounded-card border border-line bg-raised"
      style={accentOf(code.template, color)}
    >
      <div aria-hidden="true" className="flex flex-col gap-4 p-6">
        {['w-2/5 h-8', 'w-full h-4', 'w-11/12 h-4', 'w-4/5 h-4', 'w-full h-24'].map((size) => (
          <div key={size} className={classNames('rounded-field bg-hover', size)} />
        ))}
      </div>
      {isOpen && isDimmed && (
        <div
          data-dims
          aria-hidden="true"
          className="absolute inset-0"
          style={{ background: '#0003' }}
        />
      )}
      {isOpen ? (
        <div className="absolute inset-e-4 bottom-4 flex h-72 w-64 max-w-[calc(100%-2rem)] flex-col overflow-hidden rounded-card border border-line bg-paper shadow-float">
          <div className="flex items-center justify-between gap-2 border-b border-line ps-4">
            <bdi className="truncate font-medium">{ask}</bdi>
            <button
              type="button"
              aria-label={words.close}
              className="size-11 shrink-0 text-large"
              onClick={() => setIsOpen(false)}
            >
              ×
            </button>
          </div>
          <p dir="auto" className="flex-1 p-4 wrap-anywhere whitespace-pre-wrap">
            {code.welcome_message}
          </p>
          <p className="m-3 rounded-field border border-muted px-3 py-1.5 text-muted">
            {words.ask}
          </p>
        </div>
      ) : (
        <button
          type="button"
          className="absolute inset-e-4 bottom-4 min-h-12 max-w-[calc(100%-2rem)] rounded-field bg-(--accent) px-5 py-3 wrap-anywhere text-paper shadow-float"
          onClick={() => setIsOpen(true)}
        >
          {ask}
        </button>
      )}
    </section>
  )
}

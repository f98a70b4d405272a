import { useState } from 'react'
import { languageNames, type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { maxItems } from '#contract/limits.ts'
import { scanWords } from '../../../../src/features/page/words.ts'
import { useBrand } from '../api/brand.ts'
import { qpr } from '../api/client.ts'
import { useMay } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { accentOf } from '../ui/accent.ts'
import { classNames } from '../ui/class-names.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { FactList } from '../ui/facts.tsx'
import { Checkbox, Select, TextArea, TextField } from '../ui/field.tsx'
import { Form, useFields, useForm } from '../ui/form.tsx'
import { Section } from '../ui/page.tsx'
import { Loading, Notice } from '../ui/states.tsx'
import { useLanguage, useWords } from '../words/words.tsx'
import { type Code, codePaths, useCode } from './code.ts'

/** The conversation in a panel on websites of the owner. */
export const WebsiteTab = () => {
  const { website } = useWords()
  const code = useCode()
  const may = useMay()
  if (!code) return <Loading height="h-96" />
  const { embed_origins: origins } = code
  return (
    <div className="flex max-w-160 flex-col gap-8">
      <Section title={website.title} text={website.text}>
        {may('codes:write') ? (
          <OriginsForm key={code.id} code={code} />
        ) : (
          <FactList list={[[website.origins, origins.join('\n') || website.none]]} />
        )}
      </Section>
      <Section title={website.snippetTitle} text={website.snippetText}>
        {origins.length === 0 && (
          <Notice tone="warn" className="mb-4">
            {website.noneYet}
          </Notice>
        )}
        <SnippetForm code={code} />
      </Section>
    </div>
  )
}

const initial = { label: '', lang: '' as ScanLanguage | '', isDimmed: false }

type Options = typeof initial

/** The fields are not saved: they write the snippet, and the preview shows it. */
const SnippetForm = ({ code }: { code: Code }) => {
  const { website } = useWords()
  const { values, field } = useFields(initial)
  return (
    <div className="flex flex-col gap-6">
      <CodeBlock label="HTML" isWrapped>
        {snippetOf(code, values)}
      </CodeBlock>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('label')} label={website.label} isOptional maxLength={60} />
        <Select
          {...field('lang')}
          label={website.lang}
          none={website.langOfVisitor}
          choices={languageNames}
        />
        <Checkbox {...field('isDimmed')} label={website.dim} />
      </div>
      <WebsitePreview code={code} {...values} />
    </div>
  )
}

const OriginsForm = ({ code }: { code: Code }) => {
  const { website, ui } = useWords()
  const change = useChange(qpr.codes.update, { changes: codePaths })
  const form = useForm<{ embed_origins: string }, string[]>({
    initial: { embed_origins: code.embed_origins.join('\n') },
    check: ({ embed_origins }) => {
      const lines = linesOf(embed_origins)
      const wrong = lines.find((line) => originOf(line) === null)
      if (wrong) return { embed_origins: website.wrong(wrong) }
      return { embed_origins: lines.length > maxItems.origins ? website.tooMany : undefined }
    },
    save: async ({ embed_origins }) => {
      const origins = [...new Set(linesOf(embed_origins).map((line) => originOf(line) ?? ''))]
      await change.mutateAsync([code.id, { embed_origins: origins }])
      return origins
    },
    onSaved: (_, origins) => form.reset({ embed_origins: origins.join('\n') }),
    done: ui.saved,
  })
  return (
    <Form form={form} mayDiscard>
      <TextArea
        {...form.field('embed_origins')}
        label={website.origins}
        hint={website.originsHint}
        placeholder="https://www.example.com"
        rows={3}
        spellCheck={false}
        autoCapitalize="none"
      />
    </Form>
  )
}

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** Owners paste the address of a page; the scheme is often missing. Null for anything else. */
const originOf = (text: string): string | null => {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address) || text.includes('*')) return null
  const { origin, hostname, username } = new URL(address)
  return /^[a-z0-9.-]+$/.test(hostname) && username === '' ? origin : null
}

const snippetOf = ({ scan_url, short_id }: Code, { label, lang, isDimmed }: Options): string => {
  const [host = ''] = scan_url.split('/s/')
  const attributes = [
    label.trim() && `data-label="${escaped(label.trim())}"`,
    lang && `data-lang="${lang}"`,
    isDimmed && 'data-dim',
    'async',
  ]
  const given = attributes.filter(Boolean).join(' ')
  return `<script src="${host}/embed.js?code=${short_id}" ${given}></script>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A drawn website with the button and the panel, in their colours. */
const WebsitePreview = ({ code, label, lang, isDimmed }: Options & { code: Code }) => {
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

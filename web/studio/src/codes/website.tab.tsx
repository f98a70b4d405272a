import { useState } from 'react'
import { languageNames, type ScanLanguage } from '#contract/languages.ts'
import { maxItems } from '#contract/limits.ts'
import { qpr } from '../api/client.ts'
import { useMay } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { FactList } from '../ui/facts.tsx'
import { Checkbox, Select, TextArea, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Section } from '../ui/page.tsx'
import { Loading, Notice } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { type Code, codePaths, useCode } from './code.ts'
import { WebsitePreview } from './website-preview.tsx'

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

interface Options {
  label: string
  lang: ScanLanguage | ''
  isDimmed: boolean
}

/** The fields are not saved: they write the snippet, and the preview shows it. */
const SnippetForm = ({ code }: { code: Code }) => {
  const { website } = useWords()
  const [options, setOptions] = useState<Options>({ label: '', lang: '', isDimmed: false })
  const change = (changed: Partial<Options>) => setOptions((old) => ({ ...old, ...changed }))
  return (
    <div className="flex flex-col gap-6">
      <CodeBlock label="HTML" isWrapped>
        {snippetOf(code, options)}
      </CodeBlock>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="label"
          label={website.label}
          isOptional
          maxLength={60}
          value={options.label}
          onChange={(label) => change({ label })}
        />
        <Select
          name="lang"
          label={website.lang}
          none={website.langOfVisitor}
          choices={languageNames}
          value={options.lang}
          onChange={(lang) => change({ lang })}
        />
        <Checkbox
          name="dim"
          label={website.dim}
          value={options.isDimmed}
          onChange={(isDimmed) => change({ isDimmed })}
        />
      </div>
      <WebsitePreview code={code} {...options} />
    </div>
  )
}

const OriginsForm = ({ code }: { code: Code }) => {
  const { website, ui } = useWords()
  const change = useChange(qpr.codes.update, { changes: [...codePaths] })
  const form = useForm<{ embed_origins: string }>({
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
    },
    onSaved: ({ embed_origins }) => {
      const origins = new Set(linesOf(embed_origins).map(originOf))
      form.reset({ embed_origins: [...origins].join('\n') })
    },
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

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean)

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

import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CodeStyle as Style } from '#contract/image-styles.ts'
import { api } from '../api/client.ts'
import { forget, useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Downloads } from '../ui/code/downloads.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { useToast } from '../ui/toast.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { type Code, codePaths } from './code.ts'
import { type Preview, refusalsOf } from './image-problems.ts'
import { blobOf, putLogo } from './logo.ts'
import { PrintLayout } from './print-layout.tsx'
import { SheetButton } from './sheet-button.tsx'
import { StyleFields } from './style-fields.tsx'
import { StylePreview } from './style-preview.tsx'
import { isHex, type StyleValues, savedStyle, styleValuesOf } from './style-values.ts'
import { useImagePreview } from './use-image-preview.ts'

/** How a code looks, whether it scans while it is changed, and the code as a file. */
export const StyleForm = ({ code, logo }: { code: Code; logo: string | null }) => {
  const words = useWords()
  const format = useFormat()
  const tell = useToast()
  const queryClient = useQueryClient()
  const change = useChange('patch', '/v1/qpr-codes/{id}', { changes: [...codePaths] })
  const path = { id: code.id }

  const saveLogo = async (wanted: string | null) => {
    if (wanted === null) await api.DELETE('/v1/qpr-codes/{id}/logo', { params: { path } })
    else await putLogo(code.id, blobOf(wanted))
    await forget(queryClient, ['/v1/qpr-codes/{id}/logo'])
  }

  const verdict = useRef<Preview | null>(null)
  const form = useForm<StyleValues>({
    initial: styleValuesOf(code.style, logo),
    check: (values) => ({
      ...refusalsOf(words, format, verdict.current, values),
      ...(!isHex(values['style.color']) && { 'style.color': words.print.hexWrong }),
      ...(!isHex(values['style.background']) && { 'style.background': words.print.hexWrong }),
    }),
    async save(values) {
      if (values.logo !== logo) await saveLogo(values.logo)
      // Also where only the logo is new: the image has another address after a change.
      await change.mutateAsync({
        params: { path },
        body: { style: savedStyle(code.style, values) },
      })
    },
    onSaved: () => tell(words.print.saved),
  })
  const preview = useImagePreview(code.id, form.values)
  verdict.current = preview.preview
  const apply = (fix: Partial<Style>) => {
    for (const [name, value] of Object.entries(fix)) {
      form.set(`style.${name}` as 'style.color', value as string)
    }
  }

  return (
    <PrintLayout
      image={<StylePreview code={code} {...preview} hasLogo={!!form.values.logo} onFix={apply} />}
    >
      <Form
        form={form}
        hasBar
        others={
          form.isChanged && (
            <>
              <Button kind="quiet" onClick={() => form.reset()}>
                {words.code.discard}
              </Button>
              <span className="text-small text-muted max-sm:hidden">{words.code.unsaved}</span>
            </>
          )
        }
      >
        <StyleFields form={form} />
      </Form>
      <Downloads
        code={code}
        sheet={<SheetButton code={code} />}
        note={
          form.isChanged && (
            <p className="mt-2 text-small text-muted">{words.print.downloadUnsaved}</p>
          )
        }
      />
    </PrintLayout>
  )
}

import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { SymbolStyle } from '#contract/image-styles.ts'
import { useBrand } from '../api/brand.ts'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { invalidate, useChange } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlanks } from '../ui/code/blanks.tsx'
import { CodeImage } from '../ui/code/code-image.tsx'
import { isHex } from '../ui/code/color-field.tsx'
import { Downloads } from '../ui/code/downloads.tsx'
import { saveLogo } from '../ui/code/logo.ts'
import { Form, useForm } from '../ui/form.tsx'
import { TextLink } from '../ui/links.tsx'
import { Loading, Shown } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { type Code, codePaths, useCode, useCodeLogo } from './code.ts'
import { PieceSection } from './piece/piece-section.tsx'
import { StyleFields } from './style-fields.tsx'
import { type Preview, refusalsOf, StylePreview, useImagePreview } from './style-preview.tsx'
import { type StyleValues, savedStyle, styleValuesOf } from './style-values.ts'

const SheetDialog = lazy(() => import('./sheet/sheet-dialog.tsx'))

export const PrintTab = () => {
  const code = useCode()
  const may = useMay()
  const { print } = useWords()
  if (!code) return <Loading height="h-160" />
  return (
    <>
      <CodeBlanks code={code} />
      <PieceSection key={code.id} code={code} />
      <h2 className="mt-12 mb-4 text-large font-semibold">{print.alone}</h2>
      {may('codes:write') ? (
        <PrintEditor code={code} />
      ) : (
        <PrintLayout image={<CodeImage code={code} className="mx-auto w-40 lg:w-full" />}>
          <Downloads code={code} sheet={<SheetButton code={code} />} />
        </PrintLayout>
      )}
    </>
  )
}

const PrintEditor = ({ code }: { code: Code }) => {
  const query = useCodeLogo(code)
  const brand = useBrand()
  return (
    <Shown query={query} height="h-160">
      {(logo) => (
        <Shown query={brand} height="h-160">
          {({ color, logo_type }) => (
            <StyleForm
              key={code.id}
              code={code}
              logo={logo}
              brandColor={color}
              followsBrand={!code.style && !code.has_logo && (color ?? logo_type) !== null}
            />
          )}
        </Shown>
      )}
    </Shown>
  )
}

/** The style of a code, whether it scans, and the code as a file. */
const StyleForm = (props: {
  code: Code
  logo: string | null
  brandColor: string | null
  followsBrand: boolean
}) => {
  const { code, logo, brandColor, followsBrand } = props
  const { slug } = useOrganization()
  const words = useWords()
  const format = useFormat()
  const change = useChange(qpr.codes.update, { changes: codePaths })

  const verdict = useRef<Preview | null>(null)
  const form = useForm<StyleValues>({
    initial: styleValuesOf(code.style, logo, brandColor),
    check: (values) => ({
      ...refusalsOf(words, format, verdict.current, values),
      ...(!isHex(values['style.color']) && { 'style.color': words.print.hexWrong }),
      ...(!isHex(values['style.background']) && { 'style.background': words.print.hexWrong }),
    }),
    async save(values) {
      if (values.logo !== logo) {
        await saveLogo(qpr.images, code.id, values.logo)
        await invalidate(queryClient, ['/v1/qpr-codes/{id}/logo'])
      }
      // The image is fetched again even when only the logo is new: the image has another address after a change.
      const style = savedStyle(code.style, values, brandColor)
      await change.mutateAsync([code.id, { style }])
    },
    done: words.print.saved,
  })
  const preview = useImagePreview(code.id, form.values)
  verdict.current = preview.preview
  const apply = (fix: Partial<SymbolStyle>) => {
    for (const [name, value] of Object.entries(fix)) {
      form.set(`style.${name}` as 'style.color', value as string)
    }
  }

  return (
    <PrintLayout image={<StylePreview code={code} {...preview} onFix={apply} />}>
      {followsBrand && (
        <p className="text-small text-muted">
          {words.print.fromBrand}{' '}
          <TextLink to="/$slug/brand" params={{ slug }}>
            {words.print.openBrand}
          </TextLink>
        </p>
      )}
      <Form form={form} hasBar mayDiscard>
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

/** The image beside the fields. On a narrow screen it is above them and stays in view. */
const PrintLayout = (props: { image: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
    <div className="sticky top-14 z-20 -mx-4 bg-paper px-4 py-3 sm:-mx-8 sm:px-8 md:top-0 lg:top-6 lg:order-last lg:mx-0 lg:self-start lg:p-0">
      {props.image}
    </div>
    <div className="flex min-w-0 flex-col gap-8">{props.children}</div>
  </div>
)

/** As many as fit on a page of the default layout. */
const copies = 12

/** A sheet full of this code, to be cut. */
const SheetButton = ({ code }: { code: Code }) => {
  const { print } = useWords()
  const [isOpen, setIsOpen] = useState(false)
  const source = { total: 1, read: async () => [code.id] }
  return (
    <>
      <Button icon="print" onClick={() => setIsOpen(true)}>
        {print.sheetOpen}
      </Button>
      <Suspense>
        {isOpen && <SheetDialog source={source} copies={copies} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}

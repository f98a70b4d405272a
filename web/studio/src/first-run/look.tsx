import { templateColors } from '#contract/template-colors.ts'
import type { Template } from '#contract/templates.ts'
import type { Brand } from '../api/brand.ts'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { invalidate } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { ColorField, isHex } from '../ui/code/color-field.tsx'
import { saveLogo } from '../ui/code/logo.ts'
import { LogoField } from '../ui/code/logo-field.tsx'
import { useFields } from '../ui/form.tsx'
import { useWords } from '../words/words.tsx'

/** The logo is a data URL, or null; an empty colour is none. */
export interface LookValues {
  color: string
  logo: string | null
}

export type Look = ReturnType<typeof useLook>

/** The logo and the colour of the brand, which every code of the organization follows. */
export const useLook = (brand: Brand, logo: string | null, typed: LookValues | undefined) => {
  const { id } = useOrganization()
  const mayChange = useMay()('organization:write')
  const { values, field, set } = useFields<LookValues>(typed ?? { color: brand.color ?? '', logo })
  const color = isHex(values.color) ? values.color : null
  return {
    values,
    field,
    mayChange,
    /** Proposes the colour of a template, in place of none or of the one before. */
    propose(template: Template, before: Template | undefined) {
      const former = before && templateColors[before][0]
      if (brand.color !== null || !['', former].includes(values.color)) return
      set({ color: templateColors[template][0] })
    },
    /** As the preview shows it. */
    brand: { ...brand, color, logo: values.logo },
    /** The name of the first code is the name of the brand, unless it has one. */
    async save(name: string) {
      if (!mayChange) return
      if (values.logo !== logo) await saveLogo(qpr.brand, id, values.logo)
      await qpr.brand.update(id, { color, ...(brand.name === null && { name }) })
      await invalidate(queryClient, ['/v1/organizations/{id}/brand'])
    },
  }
}

export const LookFields = ({ look }: { look: Look }) => {
  const { brand, firstRun } = useWords()
  if (!look.mayChange) return null
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <LogoField {...look.field('logo')} hint={firstRun.logoHint} />
      <ColorField {...look.field('color')} label={brand.color} hint={firstRun.colorHint} />
    </div>
  )
}

import { useEffect, useState } from 'react'
import { maxLength, privacySchemes } from '#contract/limits.ts'
import { type Brand, useBrand, useBrandLogo } from '../api/brand.ts'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { invalidate, useChange } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { withHttps } from '../ui/address.ts'
import { ColorField, isHex } from '../ui/code/color-field.tsx'
import { checkContact, contactIn, readableContact } from '../ui/code/contact-address.ts'
import { ContactFields } from '../ui/code/contact-fields.tsx'
import { saveLogo } from '../ui/code/logo.ts'
import { LogoField } from '../ui/code/logo-field.tsx'
import { FactList } from '../ui/facts.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, type FormState, useForm } from '../ui/form.tsx'
import { Card, Page } from '../ui/page.tsx'
import { type PhoneBrand, WriteLayout } from '../ui/phone/phone.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords, type Words } from '../words/words.tsx'

/** The public face of the organization, with a preview of a code and of its page. */
export const BrandPage = () => {
  const { brand: words } = useWords()
  const may = useMay()
  const brand = useBrand()
  const logo = useBrandLogo()
  return (
    <Page title={words.title} text={words.text}>
      <Shown query={brand} height="h-160">
        {(saved) =>
          may('organization:write') ? (
            <Shown query={logo} height="h-160">
              {(file) => <BrandForm brand={saved} logo={file} />}
            </Shown>
          ) : (
            <BrandFacts brand={saved} />
          )
        }
      </Shown>
    </Page>
  )
}

const BrandForm = ({ brand, logo }: { brand: Brand; logo: string | null }) => {
  const words = useWords()
  const { id, name: organizationName } = useOrganization()
  const change = useChange(qpr.brand.update)
  const form = useForm<BrandValues>({
    initial: brandValuesOf(brand, logo),
    check: checkBrand(words),
    async save(values) {
      if (values.logo !== logo) await saveLogo(qpr.brand, id, values.logo)
      await change.mutateAsync([id, brandChanges(values)])
    },
    done: words.brand.saved,
    onSaved: () => void invalidate(queryClient, ['/v1/organizations/{id}/brand']),
  })
  const draft = brandIn(form.values)
  return (
    <Form form={form} hasBar mayDiscard>
      <WriteLayout
        mayTalk={false}
        brand={draft}
        above={<CodePreview values={form.values} saved={logo} />}
        code={{
          name: words.brand.exampleTitle,
          template: 'business',
          prompt: '',
          welcome_message: words.brand.exampleWelcome(draft.name ?? organizationName),
          suggestions: [],
          contact: null,
        }}
      >
        <BrandFields form={form} />
      </WriteLayout>
    </Form>
  )
}

const BrandFields = ({ form }: { form: FormState<BrandValues> }) => {
  const { brand } = useWords()
  return (
    <>
      <TextField
        {...form.field('name')}
        label={brand.name}
        hint={brand.nameHint}
        maxLength={maxLength.name}
      />
      <ColorField {...form.field('color')} label={brand.color} hint={brand.colorHint} />
      <LogoField {...form.field('logo')} hint={brand.logoHint} />
      <ContactFields field={form.field} hint={brand.contactHint} />
      <TextField
        {...form.field('privacy_url')}
        label={brand.privacy}
        hint={brand.privacyHint}
        placeholder="https://"
        maxLength={maxLength.contactUrl}
      />
    </>
  )
}

/** A code as it will look, or the last one that cameras can read. */
const CodePreview = ({ values, saved }: { values: BrandValues; saved: string | null }) => {
  const { brand } = useWords()
  const { id: organization_id } = useOrganization()
  const [image, setImage] = useState<string | null>(null)
  const { color } = brandIn(values)
  const logo = values.logo === saved ? undefined : values.logo
  useEffect(() => {
    const ending = new AbortController()
    const body = { organization_id, ...(color && { style: { color } }), ...(logo && { logo }) }
    qpr.images
      .preview(body, { signal: ending.signal })
      .then(({ svg }) => setImage(svg))
      // The form shows what is wrong when it is saved.
      .catch(() => undefined)
    return () => ending.abort()
  }, [organization_id, color, logo])
  return (
    <div className="mx-auto mb-4 h-40 w-40">
      {image && (
        <img
          src={`data:image/svg+xml,${encodeURIComponent(image)}`}
          alt={brand.codePreview}
          className="h-40 w-40 rounded-card border border-line"
        />
      )}
    </div>
  )
}

/** For roles that may only read. */
const BrandFacts = ({ brand }: { brand: Brand }) => {
  const { brand: words, code } = useWords()
  return (
    <Card>
      <FactList
        list={[
          [words.name, brand.name],
          [words.color, brand.color],
          [code.contact, brand.contact && `${brand.contact.label}: ${brand.contact.url}`],
          [words.privacy, brand.privacy_url],
        ]}
      />
      <p className="mt-4 text-muted">{words.readOnly}</p>
    </Card>
  )
}

/** The values of the form. An empty text means no value. The logo is a data URL, or null. */
const brandValuesOf = (brand: Brand, logo: string | null) => ({
  name: brand.name ?? '',
  color: brand.color ?? '',
  logo,
  'contact.label': brand.contact?.label ?? '',
  'contact.url': readableContact(brand.contact?.url ?? ''),
  privacy_url: brand.privacy_url ?? '',
})

type BrandValues = ReturnType<typeof brandValuesOf>

const brandChanges = (values: BrandValues) => ({
  name: values.name.trim() || null,
  color: values.color || null,
  contact: contactIn(values),
  privacy_url: withHttps(values.privacy_url) || null,
})

/** The brand as it is in the form, for the preview. */
const brandIn = (values: BrandValues): PhoneBrand => {
  const { color, privacy_url, ...rest } = brandChanges(values)
  return {
    ...rest,
    color: color && isHex(color) ? color : null,
    privacy_url: privacy_url && isPrivacyAddress(privacy_url) ? privacy_url : null,
    logo: values.logo,
  }
}

const isPrivacyAddress = (address: string): boolean =>
  /^\S+$/.test(address) && privacySchemes.some((scheme) => address.startsWith(scheme))

/** Checks before the request; the service checks whether cameras can read the colour. */
const checkBrand = (words: Words) => (values: BrandValues) => {
  const privacy = withHttps(values.privacy_url)
  return {
    color: values.color && !isHex(values.color) ? words.print.hexWrong : undefined,
    ...checkContact(words, values),
    privacy_url: privacy && !isPrivacyAddress(privacy) ? words.brand.privacyWrong : undefined,
  }
}

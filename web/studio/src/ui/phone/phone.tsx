import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { greetingFor } from '#contract/templates.ts'
import { type Translations, textsIn } from '#contract/translations.ts'
import { useAccount } from '../../api/account.ts'
import { type Brand, useBrand, useBrandLogo } from '../../api/brand.ts'
import type { Schema } from '../../api/client.ts'
import { useOrganization } from '../../api/organization.ts'
import { asProblem } from '../../api/problem.ts'
import { problemText } from '../../words/problems.ts'
import { useLanguage } from '../../words/words.tsx'
import { Button } from '../button.tsx'
import { isContactUrl } from '../code/contact-address.ts'
import { useIsNight } from '../night.ts'
import { createScreen, type Screen } from './screen.ts'
import { createTestTalk, type TestTalk } from './test-talk.ts'

type Code = Schema<'QprCodeDetail'>

/** A code as it is in a form at this moment. */
export interface PhoneCode
  extends Pick<
      Code,
      'name' | 'template' | 'prompt' | 'welcome_message' | 'suggestions' | 'contact'
    >,
    // The id is that of the saved code, whose sources the answers use.
    Partial<Pick<Code, 'id' | 'model' | 'style' | 'language'>> {
  /** Null or empty: the name. */
  title?: string | null
  translations?: Translations
  /** The code's own logo as a data URL. */
  logo?: string | null
}

/** The brand that the page shows where the code has nothing of its own. */
export type PhoneBrand = Partial<Pick<Brand, 'name' | 'color' | 'contact' | 'privacy_url'>> & {
  logo: string | null
}

interface PhoneProps {
  code: PhoneCode
  /** An unsaved brand; default: the brand of the organization. */
  brand?: PhoneBrand | undefined
  /** Trying a prompt needs the permission to write codes. */
  mayTalk: boolean
}

/** Fields beside a live preview; on a narrow screen the preview is below. */
export const WriteLayout = (props: PhoneProps & { children: ReactNode; above?: ReactNode }) => (
  <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
    <div className="flex min-w-0 flex-col gap-6">{props.children}</div>
    <div className="lg:sticky lg:top-6 lg:self-start">
      {props.above}
      <Phone code={props.code} brand={props.brand} mayTalk={props.mayTalk} />
    </div>
  </div>
)

/** The visitor's page of an unsaved code, with a test conversation. */
const Phone = ({ code, brand: draft, mayTalk }: PhoneProps) => {
  const { words, language: spoken } = useLanguage()
  const { phone } = words
  const [chosen, setChosen] = useState<ScanLanguage | null>(null)
  const language = chosen ?? code.language ?? scanLanguages.find((one) => one === spoken) ?? 'en'
  const { data: account } = useAccount()
  // The last answer says whether it was a demo; before it, the account does.
  const [answeredByDemo, setAnsweredByDemo] = useState<boolean | null>(null)
  const isDemo = answeredByDemo ?? (!code.model && account?.demo === true)
  const isNight = useIsNight()
  const saved = useSavedBrand()
  const brand = draft ?? saved
  const shown = { code, brand, language, isDemo, isNight, mayTalk }
  const { host, talk } = usePhone(shown, setChosen, setAnsweredByDemo)

  return (
    <section aria-label={phone.title} className="mx-auto w-full min-w-0 max-w-[24rem]">
      <div className="rounded-[2rem] border border-line bg-hover p-2.5 shadow-float">
        <div
          ref={host}
          className="h-[38rem] max-h-[calc(100dvh-8rem)] min-h-104 overflow-hidden lg:h-[calc(100dvh-25rem)] lg:max-h-176 rounded-[1.5rem] border border-line"
        />
      </div>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-3 px-2 wrap-anywhere sm:flex-nowrap">
        <p className="min-w-0 text-small text-muted">
          {!mayTalk ? phone.still : isDemo ? phone.demo : phone.test}
        </p>
        {mayTalk && (
          <Button kind="quiet" icon="refresh" onClick={() => talk.current?.startOver()}>
            {phone.startOver}
          </Button>
        )}
      </div>
    </section>
  )
}

const useSavedBrand = (): PhoneBrand => {
  const { data: brand } = useBrand()
  const { data: logo } = useBrandLogo()
  return { ...brand, logo: logo ?? null }
}

const titleOf = ({ title, name }: PhoneCode): string => title?.trim() || name.trim() || '…'

interface Shown extends PhoneProps {
  brand: PhoneBrand
  language: ScanLanguage
  isDemo: boolean
  isNight: boolean
}

/** The screen is not rendered by React; it is updated after every render. */
const usePhone = (
  shown: Shown,
  speak: (language: ScanLanguage) => void,
  showDemo: (isDemo: boolean) => void,
) => {
  const { words } = useLanguage()
  const { id: organization_id } = useOrganization()
  const host = useRef<HTMLDivElement>(null)
  const screen = useRef<Screen | null>(null)
  const talk = useRef<TestTalk | null>(null)

  const draft = useEffectEvent(() => {
    const { code, language } = shown
    const { phone } = words
    if (!code.name.trim()) return phone.needsName
    if (!code.prompt.trim()) return phone.needsPrompt
    const { prompt, model = null, id } = code
    return {
      name: titleOf(code),
      prompt,
      model,
      language,
      organization_id,
      ...(id !== undefined && { qpr_code_id: id }),
    }
  })
  const explain = useEffectEvent((error: unknown) => {
    const problem = asProblem(error)
    if (problem !== error) console.error(error)
    // The service words limits in the language of the page.
    const isTold = problem.status === 429 || problem.status === 422
    return isTold ? problem.message : problemText(words, problem)
  })

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = createScreen(element.shadowRoot ?? element.attachShadow({ mode: 'open' }), {
      say: (text) => void talk.current?.say(text),
      stop: () => talk.current?.stop(),
      startOver: () => talk.current?.startOver(),
      retry: (answer) => void talk.current?.retry(answer),
      speak,
    })
    screen.current = made
    talk.current = createTestTalk({ screen: made, draft, explain, showDemo })
    return () => talk.current?.stop()
  }, [speak, showDemo])

  useEffect(() => {
    const { code, brand, language, isDemo, isNight, mayTalk } = shown
    const title = titleOf(code)
    const own = {
      title,
      welcomeMessage: code.welcome_message.trim() || greetingFor(code.template, title),
      suggestions: code.suggestions.filter((one) => one.trim() !== ''),
      translations: code.translations ?? {},
    }
    screen.current?.show(
      {
        language,
        root: '',
        shortId: 'preview',
        ...textsIn(own, language),
        template: code.template,
        contact: usableContact(code.contact) ?? usableContact(brand.contact),
        color: code.style?.color ?? brand.color ?? null,
        logo: code.logo ?? brand.logo,
        brand: { name: brand.name ?? null, privacyUrl: brand.privacy_url ?? null },
        demo: isDemo,
      },
      { isNight, isStill: !mayTalk },
    )
  })

  return { host, talk }
}

/** Hides an incomplete contact and one with a forbidden scheme. */
const usableContact = (contact: Code['contact'] | undefined): Code['contact'] =>
  contact?.label.trim() && isContactUrl(contact.url) ? contact : null

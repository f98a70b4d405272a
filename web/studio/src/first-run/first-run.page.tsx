import { Navigate } from '@tanstack/react-router'
import { useBrand, useBrandLogo } from '../api/brand.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { firstRunRoute } from '../routes.ts'
import { useTemplates } from '../ui/code/templates.ts'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { Steps } from './steps.tsx'

/** The first code in three steps: choose, write, print. */
export const FirstRunPage = () => {
  const { firstRun } = useWords()
  const { id, slug } = useOrganization()
  const may = useMay()
  const query = useTemplates(true)
  const { data: brand } = useBrand()
  const { data: logo } = useBrandLogo()
  const isFresh = firstRunRoute.useSearch().step === undefined
  if (!may('codes:write')) return <Navigate to="/$slug/codes" params={{ slug }} replace />
  if (query.data && brand && logo !== undefined) {
    return <Steps key={id} choices={query.data} brand={brand} logo={logo} isFresh={isFresh} />
  }
  return (
    <Page title={firstRun.pickTitle} text={firstRun.pickText}>
      <Shown query={query} height="h-160">
        {() => null}
      </Shown>
    </Page>
  )
}

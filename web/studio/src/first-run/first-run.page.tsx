import { Navigate } from '@tanstack/react-router'
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
  const query = useTemplates()
  const isFresh = firstRunRoute.useSearch().step === undefined
  if (!may('codes:write')) return <Navigate to="/$slug/codes" params={{ slug }} replace />
  if (query.data) return <Steps key={id} choices={query.data} isFresh={isFresh} />
  return (
    <Page title={firstRun.pickTitle} text={firstRun.pickText}>
      <Shown query={query} height="h-160">
        {() => null}
      </Shown>
    </Page>
  )
}

/** The first page of an organization: its codes, or the first steps before there are any. */
export const OrganizationStart = () => {
  const { slug, qpr_codes_count } = useOrganization()
  const may = useMay()
  const to = qpr_codes_count === 0 && may('codes:write') ? '/$slug/welcome' : '/$slug/codes'
  return <Navigate to={to} params={{ slug }} replace />
}

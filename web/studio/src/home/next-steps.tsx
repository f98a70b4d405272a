import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Permission } from '#contract/roles.ts'
import { useBrand } from '../api/brand.ts'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { Icon } from '../ui/icons.tsx'
import { Section } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'

interface Step {
  name: 'ask' | 'knowledge' | 'brand' | 'invite'
  needs: Permission
  /** Undefined while it is not known. */
  isDone: boolean | undefined
  to: '/$slug/codes' | '/$slug/knowledge' | '/$slug/brand' | '/$slug/members'
}

/** What is left to set up. A step disappears when it is done, and the list with its last step. */
export const NextSteps = () => {
  const { home } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const steps = useSteps().filter(({ needs }) => may(needs))
  const left = steps.filter(({ isDone }) => !isDone)
  // Nothing before all are known: a step must not appear for a moment.
  if (left.length === 0 || steps.some(({ isDone }) => isDone === undefined)) return null
  return (
    <div className="mt-8">
      <Section title={home.next}>
        <ol className="card divide-y divide-line">
          {left.map(({ name, to }) => (
            <li key={name} className="relative flex items-center gap-3 p-4 hover:bg-hover">
              <span className="min-w-0 flex-1">
                <Link
                  to={to}
                  params={{ slug }}
                  className="block font-medium after:absolute after:inset-0"
                >
                  {home.steps[name].title}
                </Link>
                <span className="block text-small text-muted">{home.steps[name].text}</span>
              </span>
              <Icon name="right" className="text-muted" />
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}

const useSteps = (): Step[] => {
  const may = useMay()
  const { id, id: organization_id } = useOrganization()
  const query = { organization_id, limit: 1 }
  const mayInvite = may('invitations:write')
  const { data: conversations } = useQuery(queryOf(qpr.conversations.list, query))
  const { data: knowledge } = useQuery(queryOf(qpr.knowledge.list, query))
  const { data: brand } = useBrand()
  const { data: members } = useQuery(queryOf(qpr.members.list, id, { limit: 2 }))
  const { data: invitations } = useQuery({
    ...queryOf(qpr.invitations.list, id),
    enabled: mayInvite,
  })
  return [
    {
      name: 'ask',
      needs: 'codes:write',
      isDone: conversations && conversations.total > 0,
      to: '/$slug/codes',
    },
    {
      name: 'knowledge',
      needs: 'knowledge:write',
      isDone: knowledge && knowledge.total > 0,
      to: '/$slug/knowledge',
    },
    {
      name: 'brand',
      needs: 'organization:write',
      isDone: brand && [brand.name, brand.color, brand.logo_type].some((one) => one !== null),
      to: '/$slug/brand',
    },
    {
      name: 'invite',
      needs: 'invitations:write',
      isDone:
        members &&
        invitations &&
        (members.members.length > 1 || invitations.invitations.length > 0),
      to: '/$slug/members',
    },
  ]
}

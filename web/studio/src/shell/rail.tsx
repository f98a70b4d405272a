import { Link } from '@tanstack/react-router'
import { may, type Permission } from '#contract/roles.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import type { ShownOrganization } from './shown-organization.ts'

const places = [
  { name: 'codes', to: '/$slug/codes', needs: 'codes:read' },
  { name: 'insight', to: '/$slug/insight', needs: 'scans:read' },
  { name: 'conversations', to: '/$slug/conversations', needs: 'conversations:read' },
  { name: 'questions', to: '/$slug/questions', needs: 'conversations:read' },
  { name: 'knowledge', to: '/$slug/knowledge', needs: 'knowledge:read' },
  { name: 'webhooks', to: '/$slug/webhooks', needs: 'webhooks:read' },
  { name: 'members', to: '/$slug/members', needs: 'members:read' },
  // Everyone has keys of their own.
  { name: 'keys', to: '/$slug/keys', needs: 'organization:read' },
  // Owners and admins.
  { name: 'plan', to: '/$slug/plan', needs: 'subscription:read' },
  // Everyone chooses their own.
  { name: 'notifications', to: '/$slug/notifications', needs: 'organization:read' },
  { name: 'settings', to: '/$slug/settings', needs: 'organization:read' },
] as const satisfies { name: string; to: string; needs: Permission }[]

/** The way to every part of an organization that the reader's role may read. */
export const Rail = ({ shown }: { shown: ShownOrganization }) => {
  const { shell } = useWords()
  if (!shown) {
    return (
      <Loading>
        {places.map(({ name }) => (
          <Skeleton key={name} className="my-2 h-7 w-full" />
        ))}
      </Loading>
    )
  }
  const { slug, role } = shown
  return (
    <nav aria-label={shell.navigation}>
      <ul className="flex flex-col gap-0.5">
        {places
          .filter(({ needs }) => may(role, needs))
          .map(({ name, to }) => (
            <li key={name}>
              <Link
                to={to}
                params={{ slug }}
                activeOptions={{ exact: false, includeSearch: false }}
                className="control flex items-center gap-3 rounded-field px-3 text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                <Icon name={name} />
                {shell[name]}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

import { useOrganizations } from '../api/organization.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon, QprMark } from '../ui/icons.tsx'
import { Menu, MenuLabel, MenuLink, MenuSeparator } from '../ui/menu.tsx'
import { Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import type { ShownOrganization } from './shown-organization.ts'

/** How much of the end of a long name stays in view. */
const tailLength = 12

/** Names of one house often begin alike, so a long one is shortened before its end. */
export const LongName = ({ name, className }: { name: string; className?: string }) => {
  const cut = name.length > 2 * tailLength ? name.length - tailLength : name.length
  return (
    <span className={classNames('flex min-w-0', className)} title={name}>
      <span className="truncate">{name.slice(0, cut)}</span>
      {cut < name.length && <span className="shrink-0 whitespace-pre">{name.slice(cut)}</span>}
    </span>
  )
}

export const OrganizationSwitcher = ({ shown }: { shown: ShownOrganization }) => {
  const { shell, roles } = useWords()
  const { data } = useOrganizations()
  return (
    <Menu
      align="start"
      label={shell.switchOrganization}
      trigger={
        <button
          type="button"
          className="flex min-h-12 w-full items-center gap-3 rounded-field px-3 py-2 text-left hover:bg-hover"
        >
          <QprMark className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 flex-1">
            <span className="sr-only">{shell.switchOrganization}: </span>
            {shown ? (
              <>
                <LongName name={shown.name} className="font-semibold" />
                <span className="block truncate text-small text-muted">{roles[shown.role]}</span>
              </>
            ) : (
              <Skeleton className="h-4 w-32" />
            )}
          </span>
          <Icon name="down" className="text-muted" />
        </button>
      }
    >
      <MenuLabel>{shell.organization}</MenuLabel>
      {data?.organizations.map(({ id, slug, name }) => (
        <MenuLink key={id} to="/$slug/codes" params={{ slug }}>
          <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
          {slug === shown?.slug && <Icon name="check" />}
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink to="/organizations/new" icon="plus">
        {shell.newOrganization}
      </MenuLink>
    </Menu>
  )
}

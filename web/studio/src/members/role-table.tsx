import { may, type Permission, roles } from '#contract/roles.ts'
import { Icon } from '../ui/icons.tsx'
import { useWords } from '../words/words.tsx'

/** From the table of permissions that the service uses, so the table is always correct. */
const abilities = {
  read: 'codes:read',
  write: 'codes:write',
  delete: 'codes:delete',
  export: 'conversations:export',
  webhooksRead: 'webhooks:read',
  webhooksWrite: 'webhooks:write',
  members: 'members:write',
  settings: 'organization:write',
  planRead: 'subscription:read',
  planWrite: 'subscription:write',
  deleteOrganization: 'organization:delete',
} as const satisfies Record<string, Permission>

const names = Object.keys(abilities) as (keyof typeof abilities)[]

export const RoleTable = () => {
  const { members, roles: roleNames } = useWords()
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      className="card relative overflow-x-auto"
    >
      <table className="w-full">
        <caption className="sr-only">{members.rolesTitle}</caption>
        <thead>
          <tr className="text-small text-muted">
            <td />
            {roles.map((role) => (
              <th key={role} scope="col" className="px-1.5 pt-4 pb-2 font-medium sm:w-24">
                {roleNames[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((ability) => (
            <tr key={ability} className="border-t border-line">
              <th
                scope="row"
                className="py-2.5 pr-1 pl-3 text-left font-normal text-small sm:pl-4 sm:text-base"
              >
                {members.abilities[ability]}
              </th>
              {roles.map((role) => {
                const is = may(role, abilities[ability])
                return (
                  <td key={role} className="px-2 text-center">
                    {is && <Icon name="check" className="mx-auto text-accent" />}
                    <span className="sr-only">{is ? members.yes : members.no}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

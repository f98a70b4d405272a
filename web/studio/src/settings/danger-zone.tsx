import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../api/account.ts'
import { qpr } from '../api/client.ts'
import { dropOrganization, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { ConfirmButton } from '../ui/ask.tsx'
import { useWords } from '../words/words.tsx'

/** Deletes the organization. */
export const DangerZone = () => {
  const { settings, codes, ui } = useWords()
  const organization = useOrganization()
  const { data: account } = useAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = useChange(qpr.organizations.delete)
  const { id, name, qpr_codes_count } = organization
  // Until the account is loaded, the default organization would have the button for a moment.
  if (!account) return null
  const isHome = account.default_organization_id === id

  const confirm = async () => {
    await remove.mutateAsync([id])
    await dropOrganization(queryClient, organization, () => navigate({ to: '/' }))
  }

  return (
    <section className="mt-10 rounded-card border border-danger p-4 sm:p-6">
      <h2 className="text-large font-semibold">{settings.dangerTitle}</h2>
      {isHome ? (
        <p className="mt-1 max-w-140 text-muted">{settings.homeStays}</p>
      ) : (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-140 text-muted">
            {settings.deleteText(codes.count(qpr_codes_count))}
          </p>
          <ConfirmButton
            label={settings.delete}
            kind="danger"
            icon="trash"
            onConfirm={confirm}
            done={settings.deleted(name)}
            title={settings.deleteTitle(name)}
            text={settings.deleteText(codes.count(qpr_codes_count))}
            action={ui.delete}
            typeName={name}
            isDanger
          />
        </div>
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../api/account.ts'
import { qpr, type Schema } from '../api/client.ts'
import { dropOrganization, useMay, useOrganization } from '../api/organization.ts'
import { queryOf, useChange } from '../api/query.ts'
import { ConfirmButton } from '../ui/ask.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FactList } from '../ui/facts.tsx'
import { Card, Page, Section } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { ErrorPanel, ProblemLine } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { SettingsForm } from './settings-form.tsx'

export const SettingsPage = () => {
  const { settings, handoff, notifications, chatTools, retention, audit } = useWords()
  const organization = useOrganization()
  const may = useMay()
  return (
    <Page title={settings.title}>
      {may('organization:write') ? (
        <SettingsForm key={organization.id} organization={organization} />
      ) : (
        <SettingsFacts />
      )}
      <SettingsLink to="/$slug/settings/handoff" words={handoff} />
      {/* Everyone chooses their own mails. */}
      <SettingsLink
        to="/$slug/notifications"
        words={{
          title: notifications.title,
          text: settings.notificationsText,
          open: settings.notificationsOpen,
        }}
      />
      {may('organization:write') && (
        <>
          <SettingsLink to="/$slug/settings/chat-tools" words={chatTools} />
          <SettingsLink to="/$slug/settings/retention" words={retention} />
        </>
      )}
      {may('audit:read') && <SettingsLink to="/$slug/settings/audit" words={audit} />}
      {may('jobs:read') && <JobsPanel />}
      {may('organization:delete') && <DangerZone />}
    </Page>
  )
}

interface SettingsLinkProps {
  to: '/$slug/notifications' | `/$slug/settings/${'handoff' | 'chat-tools' | 'retention' | 'audit'}`
  words: { title: string; text: string; open: string }
}

/** The way to a page of further settings. */
const SettingsLink = ({ to, words: { title, text, open } }: SettingsLinkProps) => {
  const { slug } = useOrganization()
  const link = (
    <ButtonLink to={to} params={{ slug }}>
      {open}
    </ButtonLink>
  )
  return (
    <div className="mt-10">
      <Section title={title} text={text} action={link} />
    </div>
  )
}

/** The settings without the permission to change them. */
const SettingsFacts = () => {
  const { settings, roles } = useWords()
  const { name, slug, role } = useOrganization()
  return (
    <Card>
      <FactList
        list={[
          [settings.name, name],
          [settings.slug, slug],
          [settings.yourRole, roles[role]],
        ]}
      />
      <p className="mt-4 text-muted">{settings.readOnly}</p>
    </Card>
  )
}

/** Deletes the organization. */
const DangerZone = () => {
  const { settings, codes, ui } = useWords()
  const organization = useOrganization()
  const { data: account } = useAccount()
  const navigate = useNavigate()
  const remove = useChange(qpr.organizations.delete)
  const { id, name, qpr_codes_count } = organization
  // Until the account is loaded, the default organization would have the button for a moment.
  if (!account) return null
  const isHome = account.default_organization_id === id

  const confirm = async () => {
    await remove.mutateAsync([id])
    await dropOrganization(organization, () => navigate({ to: '/' }))
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

const shown = 5
const whileRunningMs = 2000
const otherwiseMs = 15_000

/** Background jobs of this organization with their progress. Hidden without jobs. */
const JobsPanel = () => {
  const { settings } = useWords()
  const { id: organization_id } = useOrganization()
  const { data, error, refetch } = useQuery({
    ...queryOf(qpr.jobs.list, { organization_id, limit: shown }),
    refetchInterval: ({ state }) =>
      state.data?.jobs.some(({ finished_at }) => finished_at === null)
        ? whileRunningMs
        : otherwiseMs,
  })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data || data.jobs.length === 0) return null
  return (
    <div className="mt-10">
      <Section title={settings.jobs.title} text={settings.jobs.text}>
        <ul className="grid gap-3">
          {data.jobs.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

const JobItem = ({ job }: { job: Schema<'Job'> }) => {
  const { settings, ui } = useWords()
  const { number } = useFormat()
  const may = useMay()
  const cancel = useChange(qpr.jobs.cancel, { changes: ['/v1/jobs'] })
  const retry = useChange(qpr.jobs.retry, { changes: ['/v1/jobs', '/v1/knowledge'] })
  const { id, kind, subject_name, status, rows_done, rows_total, finished_at } = job
  const label = settings.jobs.kinds[kind](subject_name)
  const isOpen = finished_at === null
  const isParked = status === 'parked'
  return (
    <li className="card p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-medium wrap-anywhere">{label}</p>
        {isParked && may('jobs:write') && (
          <Button isPending={retry.isPending} onClick={() => retry.mutate([id])}>
            {settings.jobs.retry}
          </Button>
        )}
        {job.cancellable && may('jobs:write') && (
          <Button isPending={cancel.isPending} onClick={() => cancel.mutate([id])}>
            {ui.cancel}
          </Button>
        )}
      </div>
      {isOpen && rows_total !== null && (
        <div className="mt-3">
          <ProgressBar label={label} done={rows_done} total={rows_total} />
        </div>
      )}
      <p className="mt-2 text-small text-muted">
        {settings.jobs.statuses[status]}{' '}
        {isOpen ? (
          rows_total !== null && settings.jobs.doneOf(number(rows_done), number(rows_total))
        ) : (
          <Time at={finished_at} />
        )}
      </p>
      {job.last_error !== null && (
        <p className="mt-1 text-small text-danger">
          {isParked ? settings.jobs.parked : settings.jobs.retried}
        </p>
      )}
      <ProblemLine error={cancel.error} />
      <ProblemLine error={retry.error} />
    </li>
  )
}

import { useMay, useOrganization } from '../api/organization.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Card, Page, Section } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import { DangerZone } from './danger-zone.tsx'
import { JobsPanel } from './jobs.tsx'
import { SettingsForm } from './settings-form.tsx'

export const SettingsPage = () => {
  const { settings, brand } = useWords()
  const organization = useOrganization()
  const may = useMay()
  return (
    <Page
      title={settings.title}
      action={
        <ButtonLink to="/$slug/settings/brand" params={{ slug: organization.slug }}>
          {brand.title}
        </ButtonLink>
      }
    >
      {may('organization:write') ? (
        <SettingsForm key={organization.id} organization={organization} />
      ) : (
        <SettingsFacts />
      )}
      {may('audit:read') && <AuditLink />}
      {may('jobs:read') && <JobsPanel />}
      {may('organization:delete') && <DangerZone />}
    </Page>
  )
}

/** The way to the audit log. */
const AuditLink = () => {
  const { audit } = useWords()
  const { slug } = useOrganization()
  return (
    <div className="mt-10">
      <Section
        title={audit.title}
        text={audit.text}
        action={
          <ButtonLink to="/$slug/settings/audit" params={{ slug }}>
            {audit.open}
          </ButtonLink>
        }
      />
    </div>
  )
}

/** The settings without the permission to change them. */
const SettingsFacts = () => {
  const { settings, roles } = useWords()
  const { name, slug, role } = useOrganization()
  return (
    <Card>
      <Facts
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

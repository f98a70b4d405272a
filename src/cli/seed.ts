import { createCode, updateCode } from '../features/codes/codes.ts'
import { findOrganization } from '../features/organizations/access.ts'
import { inviteMember } from '../features/organizations/invitations.ts'
import { addMember } from '../features/organizations/members.ts'
import { createOrganization } from '../features/organizations/organizations.ts'
import { findOrCreateUser } from '../features/organizations/users.ts'
import { byCommand, runChange } from '../platform/change.ts'
import { type Change, readContext } from '../platform/context.ts'
import { CommandError, type Output, print, printJson } from './command.ts'
import { demoOrganizations } from './seed.data.ts'
import type { DemoCode } from './seed.deliveries.ts'
import { plantHistory } from './seed.history.ts'
import { actorFor, withService } from './session.ts'

export const seed = ({ json }: Output) =>
  withService(async ({ service, database, config }) => {
    const actor = await actorFor(database, config.QPR_OWNER_EMAIL)
    const context = readContext(service, actor)
    for (const demo of demoOrganizations) {
      if (await findOrganization(context, demo.slug)) {
        throw new CommandError(`The demo data already exists (${demo.slug}).`)
      }
    }
    const planted = await runChange(service, actor, byCommand('seed', actor), async (change) => {
      const codes: DemoCode[] = []
      for (const demo of demoOrganizations) codes.push(...(await plant(change, demo)))
      return codes
    })
    const history = await plantHistory({ service, database, actor }, planted)
    const organizations = demoOrganizations.map(({ name, codes, members }) => ({
      name,
      codes: codes.length,
      members: members.length + 1,
    }))
    if (json) return printJson({ organizations, ...history })
    for (const { name, codes, members } of organizations) {
      print(`${name}: ${codes} codes, ${members} members`)
    }
    const { scans, conversations, deliveries } = history
    print(`60 days: ${scans} scans, ${conversations} conversations, ${deliveries} deliveries`)
  })

const plant = async (
  change: Change,
  demo: (typeof demoOrganizations)[number],
): Promise<DemoCode[]> => {
  const { id } = await createOrganization(change, { name: demo.name, slug: demo.slug })
  for (const { email, role } of demo.members) {
    const user = await findOrCreateUser(change, email)
    await addMember(change, id, user.id, role)
  }
  for (const invitation of demo.invited) await inviteMember(change, id, invitation)
  const planted: DemoCode[] = []
  for (const { archived, ...input } of demo.codes) {
    const code = await createCode(change, { ...input, organization_id: id })
    planted.push({ ...code, organizationId: id, isArchived: archived === true })
    if (archived) await updateCode(change, code.id, { status: 'archived' })
  }
  return planted
}

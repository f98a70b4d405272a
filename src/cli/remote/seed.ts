import { type Output, print, printJson } from '../command.ts'
import { connect } from './client.ts'
import { demoOrganizations } from './seed.data.ts'
import { type ServiceOptions, targetWithKey } from './target.ts'

const scansOfACode = 3

/** Creates demo data over the API: what an owner would create, and what visitors would ask. */
export const seed = async (options: ServiceOptions & Output) => {
  const target = targetWithKey(options)
  const qpr = connect(target)
  const organizations: { name: string; codes: number; invited: number }[] = []
  let scans = 0
  let conversations = 0
  for (const { name, slug, invited, codes } of demoOrganizations) {
    const { id } = await qpr.organizations.create({ name, slug })
    for (const invitation of invited) await qpr.members.invite(id, invitation)
    for (const { archived, ...fields } of codes) {
      const code = await qpr.codes.create({ ...fields, organization_id: id })
      for (let scan = 0; scan < scansOfACode; scan++) {
        await (await fetch(`${target.server}/s/${code.short_id}`)).text()
        scans += 1
      }
      for (const question of fields.suggestions ?? []) {
        const talk = await qpr.talk(code.short_id)
        for await (const _part of talk.say(question));
        await talk.rate({ rating: 'up' })
        await talk.close()
        conversations += 1
      }
      if (archived) await qpr.codes.update(code.id, { status: 'archived' })
    }
    organizations.push({ name, codes: codes.length, invited: invited.length })
  }
  if (options.json) return printJson({ organizations, scans, conversations })
  for (const { name, codes, invited } of organizations) {
    print(`${name}: ${codes} codes, ${invited} ${invited === 1 ? 'invitation' : 'invitations'}`)
  }
  print(`${scans} scans, ${conversations} conversations`)
}

import * as keys from '../features/accounts/keys.ts'
import { createSignInLink } from '../features/accounts/sign-ins.ts'
import { findUser } from '../features/organizations/users.ts'
import { byCommand, runChange, runUnaudited } from '../platform/change.ts'
import { readContext } from '../platform/context.ts'
import { CommandError, note, type Output, oneLine, print, printJson } from './command.ts'
import { actorFor, readService, withService } from './session.ts'

interface Options extends Output {
  user?: string | undefined
}

export const createKey = (name = 'Command line', { user, json }: Options) =>
  withService(async ({ service, database, config }) => {
    const actor = await actorFor(database, user ?? config.QPR_OWNER_EMAIL)
    const { id, key } = await runChange(
      service,
      actor,
      byCommand('createApiKey', actor),
      (change) => keys.createKey(change, { name }),
    )
    if (json) return printJson({ id, name, key })
    print(key)
    note(`${id} "${name}" of ${actor.email}. The value is shown only once.`)
  })

export const listKeys = ({ user, json }: Options) =>
  readService(async ({ service, database, config }) => {
    const actor = await actorFor(database, user ?? config.QPR_OWNER_EMAIL)
    const { keys: found } = await keys.listKeys(readContext(service, actor), {
      view: 'brief',
      limit: 0,
    })
    if (json) return printJson({ keys: found })
    if (found.length === 0) print('There are no keys. Create one with: qpr keys create NAME')
    for (const { id, name, last_used_at, revoked, created_at } of found) {
      const state = revoked ? 'revoked' : last_used_at ? `last used ${last_used_at}` : 'never used'
      print(`${id}  ${created_at}  ${state}  ${oneLine(name)}`)
    }
  })

export const revokeKey = (id: string, { user, json }: Options) =>
  withService(async ({ service, database, config }) => {
    const actor = await actorFor(database, user ?? config.QPR_OWNER_EMAIL)
    await runChange(service, actor, byCommand('revokeApiKey', actor), (change) =>
      keys.revokeKey(change, id),
    )
    if (json) printJson({ id, revoked: true })
    else print(`${id} is revoked.`)
  })

export const printSignInLink = (given: string | undefined, { json }: Output) =>
  withService(async ({ service, database, config }) => {
    const email = given ?? config.QPR_OWNER_EMAIL
    const user = await findUser(database, email)
    if (!user) throw new CommandError(`There is no user ${email}.`)
    const url = await runUnaudited(service, (change) => createSignInLink(change, user.email))
    if (json) printJson({ email: user.email, url })
    else print(url)
  })

import { createKey, listKeys, revokeKey } from '../features/accounts/keys.ts'
import { byCommand, runChange } from '../platform/change.ts'
import { readContext } from '../platform/context.ts'
import { note, oneLine, print, printJson } from './command.ts'
import type { Run } from './line/table.ts'
import { actorFor, readService, withService } from './session.ts'

export const create: Run<'keys create'> = ({ name = 'Command line', user, json }) =>
  withService(async ({ service, database, config }) => {
    const actor = await actorFor(database, user ?? config.QPR_OWNER_EMAIL)
    const { id, key } = await runChange(
      service,
      actor,
      byCommand('createApiKey', actor),
      (change) => createKey(change, { name }),
    )
    if (json) return printJson({ id, name, key })
    print(key)
    note(`${id} "${name}" of ${actor.email}. The value is shown only once.`)
  })

export const list: Run<'keys list'> = ({ user, json }) =>
  readService(async ({ service, database, config }) => {
    const actor = await actorFor(database, user ?? config.QPR_OWNER_EMAIL)
    const { keys } = await listKeys(readContext(service, actor), { view: 'brief', limit: 0 })
    if (json) return printJson({ keys })
    if (keys.length === 0) print('There are no keys. Create one with: qpr keys create NAME')
    for (const { id, name, last_used_at, revoked, created_at } of keys) {
      const state = revoked ? 'revoked' : last_used_at ? `last used ${last_used_at}` : 'never used'
      print(`${id}  ${created_at}  ${state}  ${oneLine(name)}`)
    }
  })

export const revoke: Run<'keys revoke'> = ({ key_id: id, user, json }) =>
  withService(async ({ service, database, config }) => {
    const actor = await actorFor(database, user ?? config.QPR_OWNER_EMAIL)
    await runChange(service, actor, byCommand('revokeApiKey', actor), (change) =>
      revokeKey(change, id),
    )
    if (json) printJson({ id, revoked: true })
    else print(`${id} is revoked.`)
  })

import { note, oneLine, print, printJson } from './command.ts'
import type { Run } from './line/table.ts'
import { actorFor, readRules, withRules } from './session.ts'

export const create: Run<'keys create'> = ({ name = 'Command line', user, json }) =>
  withRules(async ({ rules, database, config }) => {
    const actor = await actorFor(rules, database, user ?? config.QPR_OWNER_EMAIL)
    const { id, key } = await database.transaction((tx) =>
      rules.recorder.byCommand(tx, 'createApiKey', actor, () =>
        rules.keys.create(tx, actor, { name }),
      ),
    )
    if (json) return printJson({ id, name, key })
    print(key)
    note(`${id} "${name}" of ${actor.email}. The value is shown only once.`)
  })

export const list: Run<'keys list'> = ({ user, json }) =>
  readRules(async ({ rules, database, config }) => {
    const actor = await actorFor(rules, database, user ?? config.QPR_OWNER_EMAIL)
    const { keys } = await rules.keys.list(actor, { view: 'brief', limit: 0 })
    if (json) return printJson({ keys })
    if (keys.length === 0) print('There are no keys. Create one with: qpr keys create NAME')
    for (const { id, name, last_used_at, revoked, created_at } of keys) {
      const state = revoked ? 'revoked' : last_used_at ? `last used ${last_used_at}` : 'never used'
      print(`${id}  ${created_at}  ${state}  ${oneLine(name)}`)
    }
  })

export const revoke: Run<'keys revoke'> = ({ key_id: id, user, json }) =>
  withRules(async ({ rules, database, config }) => {
    const actor = await actorFor(rules, database, user ?? config.QPR_OWNER_EMAIL)
    await database.transaction((tx) =>
      rules.recorder.byCommand(tx, 'revokeApiKey', actor, () => rules.keys.revoke(tx, actor, id)),
    )
    if (json) printJson({ id, revoked: true })
    else print(`${id} is revoked.`)
  })

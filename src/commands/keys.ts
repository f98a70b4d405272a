import type { Rules } from '../app/slices.ts'
import type { Actor } from '../http/callers/actor.ts'
import type { Database } from '../storage/database.ts'
import { type Command, CommandError, print, readArguments } from './command.ts'
import { actorFor, withRules } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr keys create NAME [--user EMAIL]
       qpr keys list [--user EMAIL]
       qpr keys revoke KEY_ID [--user EMAIL]

Creates, lists and revokes the API keys of a user. Default: the first user (QPR_OWNER_EMAIL).
A key value is printed only once, when the key is created. Works while the service runs, and takes
effect immediately.
`,
  async run(args) {
    const { positionals, values } = readArguments(args, {
      allowPositionals: true,
      options: { user: { type: 'string' } },
    })
    const [action, operand] = positionals
    await withRules(async ({ rules, database, config }) => {
      const actor = await actorFor(rules, database, values.user ?? config.QPR_OWNER_EMAIL)
      if (action === 'create') await create(rules, database, actor, operand)
      else if (action === 'list') await list(rules, actor)
      else if (action === 'revoke') await revoke(rules, database, actor, operand)
      else throw new CommandError('Name the action: qpr keys create, list or revoke.')
    })
  },
}

const create = async ({ keys }: Rules, database: Database, actor: Actor, name = 'Command line') => {
  const { id, key } = await database.transaction((tx) => keys.create(tx, actor, { name }))
  print(key)
  process.stderr.write(`${id} "${name}" of ${actor.email}. The value is shown only once.\n`)
}

const list = async ({ keys }: Rules, actor: Actor) => {
  const { keys: all } = await keys.list(actor, { view: 'brief', limit: 0 })
  if (all.length === 0) print('There are no keys. Create one with: qpr keys create NAME')
  for (const { id, name, last_used_at, revoked, created_at } of all) {
    const state = revoked ? 'revoked' : last_used_at ? `last used ${last_used_at}` : 'never used'
    print(`${id}  ${created_at}  ${state}  ${name}`)
  }
}

const revoke = async ({ keys }: Rules, database: Database, actor: Actor, id?: string) => {
  if (id === undefined) throw new CommandError('Name the key: qpr keys revoke KEY_ID.')
  await database.transaction((tx) => keys.revoke(tx, actor, id))
  print(`${id} is revoked.`)
}

import { type Command, CommandError, print, readArguments } from './command.ts'
import { withRules } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr signin [EMAIL]

Prints a link that signs a user in. It works once and expires after 15 minutes. Default: the first
user (QPR_OWNER_EMAIL). Works while the service runs.
`,
  async run(args) {
    const { positionals } = readArguments(args, { allowPositionals: true })
    await withRules(async ({ rules, database, config }) => {
      const email = positionals[0] ?? config.QPR_OWNER_EMAIL
      const user = await rules.users.find(database.db, email)
      if (!user) throw new CommandError(`There is no user ${email}.`)
      print(await database.transaction((tx) => rules.signIns.linkFor(tx, user.email)))
    })
  },
}

import { CommandError, print, printJson } from './command.ts'
import type { Run } from './line/table.ts'
import { withRules } from './session.ts'

export const run: Run<'signin'> = ({ email: given, json }) =>
  withRules(async ({ rules, database, config }) => {
    const email = given ?? config.QPR_OWNER_EMAIL
    const user = await rules.users.find(database.db, email)
    if (!user) throw new CommandError(`There is no user ${email}.`)
    const url = await database.transaction((tx) => rules.signIns.linkFor(tx, user.email))
    if (json) printJson({ email: user.email, url })
    else print(url)
  })

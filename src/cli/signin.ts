import { createSignInLink } from '../features/accounts/sign-ins.ts'
import { findUser } from '../features/organizations/users.ts'
import { runUnaudited } from '../platform/change.ts'
import { CommandError, print, printJson } from './command.ts'
import type { Run } from './line/table.ts'
import { withService } from './session.ts'

export const run: Run<'signin'> = ({ email: given, json }) =>
  withService(async ({ service, database, config }) => {
    const email = given ?? config.QPR_OWNER_EMAIL
    const user = await findUser(database, email)
    if (!user) throw new CommandError(`There is no user ${email}.`)
    const url = await runUnaudited(service, (change) => createSignInLink(change, user.email))
    if (json) printJson({ email: user.email, url })
    else print(url)
  })

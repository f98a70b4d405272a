import { print, UsageError } from '../command.ts'
import { helpText } from './help.ts'
import { requireAction, requireCommand } from './parse.ts'
import { groups, type Run } from './table.ts'

export const run: Run<'help'> = async ({ command, action }) => {
  if (command !== undefined) requireCommand(command)
  if (command !== undefined && action !== undefined) {
    if (!Object.hasOwn(groups, command)) throw new UsageError(`qpr ${command} has no actions.`)
    requireAction(command, action)
  }
  print(helpText([command, action].filter((word) => word !== undefined)))
}

import { describeConfig, parseConfig, readEnvironment, unknownSettings } from '../config/config.ts'
import { type Command, print, readArguments } from './command.ts'

export const command: Command = {
  usage: `
Usage: qpr config

Lists every setting with its current value and its meaning. Values come from the environment and
from .env in the working directory. Secrets are masked.
`,
  async run(args) {
    readArguments(args, {})
    const environment = readEnvironment(process.cwd())
    for (const { name, value, doc } of describeConfig(parseConfig(environment))) {
      print(`${name}=${value}`)
      print(`    ${doc}`)
    }
    for (const name of unknownSettings(environment))
      print(`\n${name} is set, but QPR has no such setting.`)
  },
}

import {
  describeConfig,
  parseConfig,
  readEnvironment,
  unknownSettings,
} from '../service/config/config.ts'
import { type Output, print, printJson } from './command.ts'

export const printConfig = async ({ json }: Output) => {
  const environment = readEnvironment(process.cwd())
  const settings = describeConfig(parseConfig(environment))
  const unknown = unknownSettings(environment)
  if (json) return printJson({ settings, unknown })
  for (const { name, value, doc } of settings) {
    print(`${name}=${value}`)
    print(`    ${doc}`)
  }
  for (const name of unknown) print(`\n${name} is set, but QPR has no such setting.`)
}

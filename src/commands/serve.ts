import { type Config, parseConfig, readEnvironment, unknownSettings } from '../config/config.ts'
import { secondMs } from '../kit/clock.ts'
import { createLog, type Logger } from '../kit/log.ts'
import { announce } from './announce.ts'
import { type Command, readArguments } from './command.ts'
import { lanAddress } from './lan.ts'
import { openService } from './service.ts'

// The stop may take 10 s. One second remains for the exit on a busy machine.
const patienceMs = 9 * secondMs

export const command: Command = {
  usage: `
Usage: qpr serve [--lan]

Runs the service until SIGTERM or SIGINT. It then finishes running work within 10 s and stops.

  --lan   uses this machine's network address as the base URL and shows it as a QR code, so that a
          phone on the same Wi-Fi can open it

Settings come from the environment and from .env; qpr config lists them.
`,
  async run(args) {
    const { values } = readArguments(args, { options: { lan: { type: 'boolean' } } })
    const environment = readEnvironment(process.cwd())
    if (values.lan) {
      const port = environment.PORT?.trim() || '3000'
      environment.QPR_BASE_URL = `http://${lanAddress()}:${port}`
    }
    const config = parseConfig(environment)
    const log = createLog(config.QPR_LOG_LEVEL)
    for (const name of unknownSettings(environment)) {
      log.warn({ name }, 'unknown setting: see qpr config')
    }
    await serve(config, log, values.lan === true)
  },
}

const serve = async (config: Config, log: Logger, lan: boolean) => {
  const service = openService(config, log)
  try {
    const first = await service.start(() => stopOnSignal(service.close, log))
    announce(config, first, lan)
  } catch (error) {
    // Open handles would keep the process alive.
    await service.close()
    throw error
  }
}

const stopOnSignal = (close: () => Promise<void>, log: Logger) => {
  let isStopping = false
  const stop = async (signal: string) => {
    // Ctrl+C reaches the whole process group, and npm forwards it once more.
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    const hurry = setTimeout(() => {
      log.warn('stopped before all work was finished')
      process.exit(0)
    }, patienceMs)
    await close()
    clearTimeout(hurry)
    log.info('stopped')
    log.flush(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
}

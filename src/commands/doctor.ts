import { shortestRetention } from '../billing/retention.ts'
import { type Config, readEnvironment, unknownSettings } from '../config.ts'
import { checkClock } from '../doctor/clock.ts'
import { checkDataDir } from '../doctor/data-dir.ts'
import { checkDatabase } from '../doctor/database.ts'
import { type Finding, ok, wrong } from '../doctor/finding.ts'
import { checkMail } from '../doctor/mail.ts'
import { checkPlansFile } from '../doctor/plans.ts'
import { checkPort } from '../doctor/port.ts'
import { checkProxy } from '../doctor/proxy.ts'
import { plansIn } from '../rules.ts'
import { rebuildSums } from '../scans/rebuild.ts'
import { lockFile } from '../storage/lock.ts'
import { sqlitePath } from '../storage/open.ts'
import { type Command, print, readArguments } from './command.ts'
import { loadConfig, withDatabase } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr doctor [--rebuild-analytics]

  --rebuild-analytics   adds the sums behind the analytics up again from the scans themselves; on
                        SQLite the service must not be running

Looks at the settings, the data directory, the disk, the port, the database, the mail server, the
plans file, the proxy and the clock, and says what is wrong and what to do. Changes no data. Exits with 1 when
something is wrong. Works while the service runs.
`,
  async run(args) {
    const { values } = readArguments(args, {
      options: { 'rebuild-analytics': { type: 'boolean' } },
    })
    const config = loadConfig()
    if (values['rebuild-analytics']) return await rebuildAnalytics(config)
    const findings = (await Promise.all(checks.map((check) => check(config)))).flat()
    for (const { subject, fine, text } of findings) {
      print(`${fine ? ' ok  ' : 'WRONG'}  ${subject.padEnd(10)} ${text}`)
    }
    if (findings.some(({ fine }) => !fine)) process.exitCode = 1
  },
}

const rebuildAnalytics = async (config: Config) => {
  const path = sqlitePath(config.DATABASE_URL)
  const lock = path === null ? null : lockFile(path)
  await withDatabase(config, async (database) => {
    await database.migrate()
    const scans = await rebuildSums(database, database.clock, shortestRetentionDays(config))
    print(`Added up ${scans} scans.`)
  })
  lock?.release()
}

/** Days of which some organization's scans may be gone keep the sums that they have. */
const shortestRetentionDays = (config: Config): number | null => {
  const ofPlans = shortestRetention(plansIn(config.QPR_PLANS_FILE))
  const days = [config.QPR_SCAN_RETENTION_DAYS, ofPlans].filter((one) => one !== null)
  return days.length === 0 ? null : Math.min(...days)
}

const checks: ((config: Config) => Promise<Finding[]> | Finding[])[] = [
  () => [checkRuntime(), ...checkSettings()],
  checkDataDir,
  checkPort,
  checkDatabase,
  checkMail,
  checkPlansFile,
  checkProxy,
  checkClock,
]

const checkRuntime = (): Finding =>
  Number(process.versions.node.split('.')[0]) >= 24
    ? ok('runtime', `Node.js ${process.versions.node}`)
    : wrong('runtime', `Node.js ${process.versions.node} is too old. Run it through npm or npx.`)

const checkSettings = (): Finding[] =>
  unknownSettings(readEnvironment(process.cwd())).map((name) =>
    wrong('settings', `${name} is set, but there is no such setting. qpr config lists them.`),
  )

import { addJob, findAnyJob } from '../features/jobs/jobs.ts'
import { findUser } from '../features/organizations/users.ts'
import { runUnaudited } from '../platform/change.ts'
import { readContext } from '../platform/context.ts'
import { sqlitePath } from '../platform/store/open.ts'
import { FileInUse, lockFile } from '../platform/store/sqlite/lock.ts'
import { type Config, readEnvironment, unknownSettings } from '../service/config/config.ts'
import { note, type Output, paint, print, printJson } from './command.ts'
import { checkClock } from './doctor/clock.ts'
import { checkCompany } from './doctor/company.ts'
import { checkDataDir } from './doctor/data-dir.ts'
import { checkDatabase } from './doctor/database.ts'
import { type Finding, ok, wrong } from './doctor/finding.ts'
import { checkHosts } from './doctor/hosts.ts'
import { checkMail } from './doctor/mail.ts'
import { checkEmbedding, checkModels } from './doctor/models.ts'
import { checkPlansFile } from './doctor/plans.ts'
import { checkPort } from './doctor/port.ts'
import { checkProxy } from './doctor/proxy.ts'
import { checkTraces } from './doctor/traces.ts'
import { loadConfig, requireDatabase, withService } from './session.ts'

interface Options extends Output {
  rebuildAnalytics?: true | undefined
}

export const checkInstallation = async ({ rebuildAnalytics: isRebuild, json }: Options) => {
  const config = loadConfig()
  const findings = isRebuild
    ? [await rebuildAnalytics(config, json ? note : print)]
    : (await Promise.all(checks.map((check) => check(config)))).flat()
  if (findings.some(({ fine }) => !fine)) process.exitCode = 1
  if (json) {
    return printJson({
      findings: findings.map(({ subject, fine, text }) => ({ subject, ok: fine, text })),
    })
  }
  if (isRebuild) return print(findings[0]?.text)
  for (const { subject, fine, text } of findings) {
    const verdict = fine ? paint('green', ' ok  ') : paint('red', 'WRONG')
    print(`${verdict}  ${subject.padEnd(10)} ${text}`)
  }
}

/** Asks the running service to rebuild if it uses this file; otherwise rebuilds here. */
const rebuildAnalytics = async (config: Config, say: (line: string) => void): Promise<Finding> => {
  requireDatabase(config)
  const lock = lockUnlessServed(sqlitePath(config.DATABASE_URL))
  const result = await withService(async ({ service, runner, database }) => {
    const owner = await findUser(database, config.QPR_OWNER_EMAIL)
    const id = await runUnaudited(service, (change) =>
      addJob(change, {
        kind: 'rebuild_analytics',
        organizationId: owner?.default_organization_id ?? '',
        subjectId: 'analytics',
        subjectName: 'analytics',
        userId: null,
        total: null,
      }),
    )
    say(`Rebuilding as ${id}. qpr jobs cancel ${id} stops it.`)
    const context = readContext(service, null)
    const isOver = async () => (await findAnyJob(context, id))?.finished_at !== null
    if (lock) await runner.finish(isOver)
    else while (!(await isOver())) await new Promise((later) => setTimeout(later, 500))
    const job = await findAnyJob(context, id)
    const outcome = job?.status === 'cancelled' ? 'Cancelled' : 'Done'
    return ok(
      'analytics',
      `${outcome}: ${job?.rows_done} codes and organizations compared with their scans.`,
    )
  })
  lock?.release()
  return result
}

/** Null: a running service holds the SQLite file and runs the jobs itself. */
const lockUnlessServed = (path: string | null): { release(): void } | null => {
  if (path === null) return { release: () => undefined }
  try {
    return lockFile(path)
  } catch (error) {
    if (error instanceof FileInUse) return null
    throw error
  }
}

const checks: ((config: Config) => Promise<Finding[]> | Finding[])[] = [
  () => [checkRuntime(), ...checkSettings()],
  checkDataDir,
  checkPort,
  checkDatabase,
  checkHosts,
  checkMail,
  checkCompany,
  checkModels,
  checkEmbedding,
  checkTraces,
  checkPlansFile,
  checkProxy,
  checkClock,
]

const checkRuntime = (): Finding => {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 19)
    ? ok('runtime', `Node.js ${node}`)
    : wrong('runtime', `Node.js ${node} is too old. QPR needs Node.js 22.19 or later.`)
}

const checkSettings = (): Finding[] =>
  unknownSettings(readEnvironment(process.cwd())).map((name) =>
    wrong(
      'settings',
      `${name} is set, but QPR has no such setting. qpr config lists all settings.`,
    ),
  )

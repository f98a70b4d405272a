import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createProvider } from '../features/accounts/company-provider.ts'
import { addJob, findAnyJob } from '../features/jobs/jobs.ts'
import { findUser } from '../features/organizations/users.ts'
import { runUnaudited } from '../platform/change.ts'
import { readContext } from '../platform/context.ts'
import { secondMs } from '../platform/kit/clock.ts'
import { createLog } from '../platform/kit/log.ts'
import { nearestDirectory, requireWritable } from '../platform/kit/writable.ts'
import { createMailTransport } from '../platform/mail/transport.ts'
import { type Config, readEnvironment, unknownSettings } from '../service/config/config.ts'
import { secretFile } from '../service/installation.ts'
import { companySettingsOf, plansIn } from '../service/settings.ts'
import { collectorOf } from '../service/tracing.ts'
import { note, type Output, paint, print, printJson, reasonOf } from './command.ts'
import { checkClock, checkDatabase, checkHosts, checkProxy } from './doctor/database.ts'
import { type Finding, isTimeout, ok, reason, wrong } from './doctor/finding.ts'
import { checkEmbedding, checkModels, checkPictures, modelPatienceMs } from './doctor/models.ts'
import { loadConfig, lockUnlessServed, requireDatabase, withService } from './session.ts'

interface Options extends Output {
  rebuildAnalytics?: true | undefined
}

export const checkInstallation = async ({ rebuildAnalytics: isRebuild, json }: Options) => {
  const config = loadConfig()
  const findings = isRebuild
    ? [await rebuildAnalytics(config, json ? note : print)]
    : (await Promise.all(checks.map((check) => check(config)))).flat()
  if (findings.some((finding) => !finding.ok)) process.exitCode = 1
  if (json) return printJson({ findings })
  if (isRebuild) return print(findings[0]?.text)
  for (const { subject, ok: isOk, text } of findings) {
    const verdict = isOk ? paint('green', ' ok  ') : paint('red', 'WRONG')
    print(`${verdict}  ${subject.padEnd(10)} ${text}`)
  }
}

/** Asks the running service to rebuild if it uses this file; otherwise rebuilds here. */
const rebuildAnalytics = async (config: Config, say: (line: string) => void): Promise<Finding> => {
  requireDatabase(config)
  const lock = lockUnlessServed(config.DATABASE_URL)
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

/** Checks that the provider of the company answers, without a sign-in. */
const checkCompany = async (config: Config): Promise<Finding[]> => {
  try {
    const settings = companySettingsOf(config)
    if (settings === null) return []
    const callback = `${config.QPR_BASE_URL}/signin/company/callback`
    await createProvider({ ...settings, callback }).begin()
    return [
      ok('company sign-in', `${settings.issuer} answers; its redirect address is ${callback}`),
    ]
  } catch (error) {
    return [wrong('company sign-in', `${reason(error)} Check the settings QPR_OIDC_….`)]
  }
}

/** Checks that the mail server accepts our sign-in. Sends nothing. */
const checkMail = async (config: Config): Promise<Finding[]> => {
  const outboxDir = join(config.QPR_DATA_DIR, 'outbox')
  const transport = createMailTransport({
    smtpUrl: config.QPR_SMTP_URL,
    from: config.QPR_MAIL_FROM,
    outboxDir,
    log: createLog('silent'),
  })
  try {
    await transport.verify()
    return config.QPR_SMTP_URL === null
      ? [ok('mail', `no SMTP server is set: mails are written to ${outboxDir}`)]
      : [ok('mail', 'the SMTP server accepts our connection')]
  } catch (error) {
    return [wrong('mail', `cannot be sent: ${reason(error)}. Check QPR_SMTP_URL.`)]
  } finally {
    transport.close()
  }
}

/** Each mistake in the file is a separate finding. */
const checkPlansFile = ({ QPR_PLANS_FILE: file }: Config): Finding[] => {
  try {
    plansIn(file)
    return [ok('plans', file === null ? 'all plans are unlimited' : `${file} is valid`)]
  } catch (error) {
    return reason(error)
      .split('\n')
      .map((line) => wrong('plans', line.trim()))
  }
}

/** Sends the collector an export without spans. */
const checkTraces = async (config: Config): Promise<Finding[]> => {
  const check = 'Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.'
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  if (endpoint === null) return [ok('traces', 'no collector is set: requests are not traced')]
  try {
    const { url, headers } = collectorOf(config, endpoint)
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{"resourceSpans":[]}',
      redirect: 'manual',
      signal: AbortSignal.timeout(modelPatienceMs),
    })
    await response.body?.cancel()
    if (response.ok) return [ok('traces', `${endpoint} accepts them`)]
    return [wrong('traces', `${endpoint} answered with status ${response.status}. ${check}`)]
  } catch (error) {
    const failure = isTimeout(error)
      ? `did not answer within ${modelPatienceMs / secondMs} s`
      : `cannot be reached (${reasonOf(error)})`
    return [wrong('traces', `${endpoint} ${failure}. ${check}`)]
  }
}

const enoughBytes = 500 * 1024 * 1024

/** Checks that the directory is writable, has free space, and does not expose the secret. */
const checkDataDir = (config: Config): Finding[] => {
  const directory = resolve(config.QPR_DATA_DIR)
  try {
    requireWritable(directory)
    if (existsSync(directory)) tryToWrite(directory)
  } catch (error) {
    return [wrong('data', `${directory} is not writable: ${reason(error)}. Set QPR_DATA_DIR.`)]
  }
  const state = existsSync(directory) ? 'is writable' : 'will be created at the first start'
  return [
    ok('data', `${directory} ${state}`),
    checkDisk(nearestDirectory(directory)),
    ...checkSecret(config),
  ]
}

/** Network file systems may refuse what the permission bits allow. */
const tryToWrite = (directory: string) => {
  const probe = join(directory, `.doctor-${randomUUID()}`)
  writeFileSync(probe, 'x')
  rmSync(probe)
}

const checkDisk = (directory: string): Finding => {
  const { bavail, bsize } = statfsSync(directory)
  const free = bavail * bsize
  const megabytes = Math.round(free / 1024 / 1024)
  return free >= enoughBytes
    ? ok('disk', `${megabytes} MB free`)
    : wrong('disk', `only ${megabytes} MB free: free some space before the disk is full`)
}

const checkSecret = (config: Config): Finding[] => {
  if (config.QPR_SECRET !== null) return [ok('secret', 'from QPR_SECRET')]
  const file = secretFile(config)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return [ok('secret', 'will be created at the first start')]
  return (mode & 0o077) === 0
    ? [ok('secret', `${file} is readable only by its owner`)]
    : [wrong('secret', `${file} is readable by others. Run: chmod 600 ${file}`)]
}

/** Checks that the port is free or ours, and that the public address leads here. */
const checkPort = async (config: Config): Promise<Finding[]> => {
  const taken = await listenError(config)
  if (taken === null) return [ok('port', `${config.PORT} is free; the service is not running`)]
  const isOurs = await answersHealth(`http://127.0.0.1:${config.PORT}`)
  if (!isOurs) {
    return [wrong('port', `${config.PORT} cannot be used (${taken}). Set PORT to another port.`)]
  }
  const reached = await answersHealth(config.QPR_BASE_URL)
  return [
    ok('port', `the service answers on ${config.PORT}`),
    reached
      ? ok('address', `${config.QPR_BASE_URL} leads to the service`)
      : wrong(
          'address',
          `${config.QPR_BASE_URL} does not answer. Check QPR_BASE_URL and the proxy.`,
        ),
  ]
}

/** The error code when the port cannot be used; otherwise null. */
const listenError = (config: Config): Promise<string | null> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(config.PORT, config.HOST || undefined, () => probe.close(() => resolve(null)))
  })

const answersHealth = async (address: string): Promise<boolean> => {
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5000) })
    const body = await response.json()
    return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
  } catch {
    return false
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
  checkPictures,
  checkTraces,
  checkPlansFile,
  checkProxy,
  checkClock,
]

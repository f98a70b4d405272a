// A real Chromium for the journeys, which can reach only this machine.
import {
  access,
  constants,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { arch, homedir, networkInterfaces, platform } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { patienceMs } from '../checks/eventually.ts'
import { stayOnline } from './online.ts'

interface Program {
  readonly executablePath: string
  readonly env?: NodeJS.ProcessEnv
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

const hasNetwork = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.internal === false && !/^fe80:/.test(one.address))

/**
 * All pages of a context share a renderer process. Without a network only those that show this machine
 * do: there the harness tells Chromium that it is online, and the process forgets it when an empty page
 * navigates.
 */
const processFlags = hasNetwork
  ? ['--renderer-process-limit=1', '--disable-site-isolation-trials']
  : ['--process-per-site']

const flags = [
  '--disable-gpu',
  // To load its software for 3D graphics, Chromium changes its environment while other threads read it,
  // and a rare start crashes. No page here draws in 3D.
  '--disable-software-rasterizer',
  // Pages are drawn without a GPU. A process for it would only cost processor time.
  '--in-process-gpu',
  ...processFlags,
  // Pages of tests are open for a second: compiling their code for speed takes more than it saves.
  '--js-flags=--no-maglev',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Every other name and address leads to a closed port of this machine. With "not found" Chromium
  // would ask real name servers whether the network works.
  '--host-resolver-rules=MAP * 127.0.0.1:1, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
  // A proxy in the environment would bypass these rules.
  '--no-proxy-server',
]

// The package's own fonts.conf names /tmp. With only its fonts, pages look alike everywhere.
const fontsConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Language and time zone of a journey's browser, independent of the machine. */
const reader: BrowserContextOptions = {
  locale: 'en-US',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
}

/** How long the shared browser waits for the next test file before it quits. */
const lingerMs = 1000

let shared: Promise<Browser> | undefined
let users = 0

/**
 * The browser that all test files of this process share. Each caller closes it like its own. Every
 * context has a language and a time zone, so that no journey depends on the machine.
 */
export async function launchBrowser(): Promise<Browser> {
  users += 1
  shared ??= startShared()
  try {
    return await shared
  } catch (error) {
    // The next file starts its own.
    shared = undefined
    users -= 1
    throw error
  }
}

async function startShared(): Promise<Browser> {
  const browser = await startBrowser()
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext({ ...reader, ...options })
    context.setDefaultTimeout(patienceMs)
    if (!hasNetwork) stayOnline(context)
    return context
  }
  const quit = browser.close.bind(browser)
  browser.close = async () => {
    users -= 1
    // Not awaited, because the next test file in this process asks for the browser meanwhile.
    clearTimeout(timer)
    timer = setTimeout(quitUnlessUsed, lingerMs)
  }
  let timer: NodeJS.Timeout | undefined
  const quitUnlessUsed = () => {
    if (users > 0) return
    shared = undefined
    void quit()
  }
  return browser
}

/**
 * A separate browser with the environment's language: under the locale `C` it reports
 * `en-US@posix`.
 */
export async function startBrowser(settings: NodeJS.ProcessEnv = {}): Promise<Browser> {
  const { executablePath, env = process.env } = await findProgram()
  const browser = await chromium.launch({
    executablePath,
    env: { ...env, ...settings },
    args: flags,
    // Root and many containers and kernels have no sandbox, and only our own pages are opened.
    chromiumSandbox: false,
    handleSIGTERM: false,
  })
  // An interrupted run ends its test files by SIGTERM. Playwright's own handler would close the
  // browser and leave the file running.
  const close = browser.close.bind(browser)
  const quit = () => void close().finally(() => process.exit(143))
  process.once('SIGTERM', quit)
  browser.once('disconnected', () => process.off('SIGTERM', quit))
  return browser
}

async function findProgram(): Promise<Program> {
  const chosen = process.env.QPR_TEST_BROWSER
  if (chosen) return { executablePath: chosen }
  if (platform() === 'linux' && arch() === 'x64') return programFromNpm()
  const executablePath = await installedProgram()
  if (executablePath) return { executablePath }
  throw new Error(
    'No Chromium was found: install Chromium or Google Chrome, or set QPR_TEST_BROWSER to the path of one.',
  )
}

async function installedProgram(): Promise<string | undefined> {
  const names = [
    // Without windows it needs half of the processor time of the whole browser.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const applications = ['/Applications', join(homedir(), 'Applications')]
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...applications.flatMap((folder) => [
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
    ]),
  ]
  for (const candidate of candidates) if (await isExecutable(candidate)) return candidate
  return undefined
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** `@sparticuz/chromium`, with its own libraries and fonts for machines that lack them. */
async function programFromNpm(): Promise<Program> {
  const source = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`)
  if (!(await isExecutable(join(folder, 'chromium')))) await unpack(join(source, 'bin'), folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

async function unpack(archives: string, folder: string): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true })
  // Test files start at the same time: each unpacks for itself, and the first one is kept.
  const draft = await mkdtemp(`${folder}-`)
  await inflateInto(draft, archives)
  await writeFile(join(draft, 'fonts.conf'), fontsConfig)
  try {
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true })
    if (!(await isExecutable(join(folder, 'chromium')))) throw error
  }
}

async function inflateInto(folder: string, archives: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium')
  const names = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']
  // inflate() writes to the temporary folder, because /tmp/chromium may belong to another user. It
  // reads the folder before it first waits, so the setting is restored before other code can see
  // it.
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  const inflated = Promise.all(names.map((name) => inflate(join(archives, name))))
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await inflated
}

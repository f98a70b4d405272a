import encodeQR from 'qr'
import { installKey } from '../features/accounts/keys.ts'
import { createSignInLink } from '../features/accounts/sign-ins.ts'
import { createUser } from '../features/organizations/users.ts'
import { runUnaudited } from '../platform/change.ts'
import type { Service } from '../platform/context.ts'
import type { Logger } from '../platform/kit/log.ts'
import { isCheckout } from '../platform/kit/project.ts'
import type { Config } from '../service/config/config.ts'
import { claimFirstStart, isInstalledKey } from '../service/installation.ts'
import { print } from './command.ts'

/** Values that only the first start shows. */
export interface FirstStart {
  /** Null when the operator chose the key. */
  madeKey: string | null
  signInLink: string
}

/** Creates the first user, the default organization and the first key in an empty database. */
export const install = async (
  service: Service,
  config: Config,
  log: Logger,
): Promise<FirstStart | null> => {
  const chosen = config.QPR_API_KEY ?? undefined
  const { database } = service
  const first = await runUnaudited(service, async (change) => {
    if (!(await claimFirstStart(change.db, database.clock.now()))) return null
    const user = await createUser(change, config.QPR_OWNER_EMAIL)
    const { key } = await installKey(change, user.id, 'First key', chosen)
    const signInLink = await createSignInLink(change, user.email)
    return { madeKey: chosen === undefined ? key : null, signInLink }
  })
  if (!first && chosen !== undefined && !(await isInstalledKey(database.db, chosen))) {
    log.warn(
      'QPR_API_KEY is not a key of this database: it is installed only at the first start. ' +
        'Create a key with: qpr keys create',
    )
  }
  return first
}

// Outside a checkout npx would look for a package of this name in the registry, which is not ours.
const qpr = isCheckout ? 'npx qpr' : 'qpr'

/** Prints the addresses and the next steps at the start. Prints secrets only on the first start. */
export const printWelcome = (config: Config, first: FirstStart | null, lan: boolean) => {
  const baseUrl = config.QPR_BASE_URL
  print()
  print('  QPR is running.')
  print()
  // First, because /studio alone asks for an address: a new owner has neither address nor mail.
  if (first) announceLink(config, first)
  print(`  Studio      ${baseUrl}/studio`)
  print(`  API         ${baseUrl}/v1`)
  print(`  Reference   ${baseUrl}/docs`)
  print(`  Guides      ${baseUrl}/docs/`)
  if (first) announceKey(baseUrl, first)
  else print(`  Sign in     ${qpr} signin`)
  if (lan) {
    print()
    print(`  Scan with a phone on the same network: ${config.QPR_SCAN_HOST}`)
    print()
    print(encodeQR(config.QPR_SCAN_HOST, 'ascii', { border: 4 }))
  }
  print()
}

const announceLink = (config: Config, { signInLink }: FirstStart) => {
  print('  Open the Studio (signs you in):')
  print()
  print(`  ${signInLink}`)
  print()
  const { QPR_OWNER_EMAIL: email } = config
  print(`  It signs in ${email}, once, within 15 minutes. Another: ${qpr} signin`)
  print()
}

const announceKey = (baseUrl: string, { madeKey }: FirstStart) => {
  if (madeKey !== null) print(`  API key     ${madeKey}`)
  print()
  print(
    madeKey === null
      ? '  The key is the one in QPR_API_KEY.'
      : `  Keep the key: it is shown only once. Create another: ${qpr} keys create`,
  )
  print()
  print('  Your first code:')
  print()
  print(`  curl -X POST ${baseUrl}/v1/qpr-codes \\`)
  print(`    -H "Authorization: Bearer ${madeKey ?? '$QPR_API_KEY'}" \\`)
  print('    -H "Content-Type: application/json" \\')
  print(
    `    -d '{"name": "Harbour Hotel", "template": "hospitality", "prompt": "You are the concierge of the Harbour Hotel. Breakfast is from 7 to 10:30."}'`,
  )
}

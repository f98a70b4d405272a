import { join } from 'node:path'
import { createAuthenticator } from './accounts/authenticator.ts'
import { keyRoutes } from './accounts/keys.routes.ts'
import { createKeys } from './accounts/keys.ts'
import { accountPages } from './accounts/pages.ts'
import { createSessions } from './accounts/sessions.ts'
import { createSignIns } from './accounts/sign-ins.ts'
import { createUsers } from './accounts/users.ts'
import { codeRoutes } from './codes/codes.routes.ts'
import { createCodes } from './codes/codes.ts'
import { logoRoutes } from './codes/logo.routes.ts'
import type { Config } from './config.ts'
import { requireActor } from './http/authentication.ts'
import { createChange } from './http/change.ts'
import { hangUpWhenClosing } from './http/closing.ts'
import { serveReference } from './http/docs.ts'
import { describeApi } from './http/openapi.ts'
import { addOperations, createRegistry } from './http/operations.ts'
import { limitRate } from './http/rate-limit.ts'
import { createServer } from './http/server.ts'
import { imageRoutes, sheetRoutes } from './images/images.routes.ts'
import { createImages } from './images/images.ts'
import { requireScannable } from './images/scannable.ts'
import { checkSecret, masterSecret } from './installation.ts'
import { startJanitor } from './janitor.ts'
import type { Clock } from './kit/clock.ts'
import type { Logger } from './kit/log.ts'
import { createSecrets } from './kit/secrets.ts'
import { createMail, type MailTexts } from './mail/mail.ts'
import { invitationMail } from './mail/texts/invitation.ts'
import { signInMail } from './mail/texts/sign-in.ts'
import { createMailTransport } from './mail/transport.ts'
import { access } from './organizations/access.ts'
import { invitationPages } from './organizations/invitation.pages.ts'
import { createInvitations } from './organizations/invitations.ts'
import { createMembers } from './organizations/members.ts'
import { organizationRoutes } from './organizations/organizations.routes.ts'
import { createOrganizations } from './organizations/organizations.ts'
import { isAbove, may, permissions } from './organizations/roles.ts'
import { createDeviceKeys } from './scans/device-keys.ts'
import { scanPages } from './scans/pages.ts'
import { createPlaces } from './scans/places.ts'
import { createRecorder } from './scans/recorder.ts'
import { scanRoutes } from './scans/scans.routes.ts'
import { createScans } from './scans/scans.ts'
import { createScanStreams } from './scans/stream.ts'
import type { Database } from './storage/database.ts'
import { version } from './version.ts'
import { createOutbox } from './webhooks/outbox.ts'

interface Parts {
  config: Config
  database: Database
  clock: Clock
  log: Logger
}

export type Rules = Awaited<ReturnType<typeof composeRules>>

/** What the service does, wired together: enough for the command line. */
export const composeRules = async ({ config, database, clock, log }: Parts) => {
  const secrets = createSecrets(masterSecret(config))
  await checkSecret(database, secrets)
  const baseUrl = config.QPR_BASE_URL

  // The words of a mail need links, whose rules need the mail: tied here, used at sending.
  const texts: MailTexts = {
    invitation: (data) =>
      invitationMail({ ...data, link: invitations.link(data.invitationId, data.expiresAt) }),
    signIn: (data) => signInMail({ ...data, link: signIns.link(data.signInId) }),
  }
  const transport = createMailTransport({
    smtpUrl: config.QPR_SMTP_URL,
    from: config.QPR_MAIL_FROM,
    outboxDir: join(config.QPR_DATA_DIR, 'outbox'),
    log,
  })
  const mail = createMail({ database, clock, log, transport, texts })

  const members = createMembers({ database, clock, access })
  const organizations = createOrganizations({
    database,
    clock,
    access,
    members,
    forget: (tx, organizationId) => scans.forgetOrganization(tx, organizationId),
  })
  const users = createUsers({ clock, organizations, members })
  const invitations = createInvitations({
    database,
    clock,
    secrets,
    access,
    members,
    mail,
    userFor: users.findOrCreate,
    baseUrl,
  })
  const signIns = createSignIns({
    database,
    clock,
    secrets,
    users,
    mail,
    signup: config.QPR_SIGNUP,
    baseUrl,
  })
  const keys = createKeys({ database, clock, access, roles: { isAbove, may } })
  const outbox = createOutbox(clock)
  const codes = createCodes({
    database,
    clock,
    access,
    organizations,
    outbox,
    requireScannable,
    // Scans know codes; codes take their scans along.
    belongings: {
      forget: (tx, organizationId, codeId) => scans.forgetCode(tx, organizationId, codeId),
      move: (tx, codeId, from, to) => scans.moveCode(tx, codeId, from, to),
    },
    baseUrl,
    scanHost: config.QPR_SCAN_HOST,
  })
  const scans = createScans({
    database,
    clock,
    access,
    codes,
    retentionDays: config.QPR_SCAN_RETENTION_DAYS,
  })

  return {
    access,
    secrets,
    mail,
    members,
    organizations,
    users,
    invitations,
    signIns,
    keys,
    codes,
    scans,
    outbox,
  }
}

/** The whole service, ready to listen. */
export const createApp = async (parts: Parts) => {
  const { config, database, clock, log } = parts
  const rules = await composeRules(parts)
  const { secrets, mail, members, organizations, invitations, signIns, keys, codes, scans } = rules
  const { origin, protocol } = new URL(config.QPR_BASE_URL)
  const https = protocol === 'https:'
  const sessions = createSessions(database, clock, https)
  const authenticator = createAuthenticator({ database, clock, log, sessions })
  const change = createChange({ database, secrets, clock })

  const streams = createScanStreams(database)
  const images = createImages(codes)

  const server = createServer({
    log,
    trustProxy: config.QPR_TRUST_PROXY,
    corsOrigins: config.QPR_CORS_ORIGINS,
    https,
  })
  hangUpWhenClosing(server)
  addOperations(server, {
    database,
    clock,
    metricsToken: config.QPR_METRICS_TOKEN,
    registry: createRegistry(),
  })
  if (config.QPR_RATE_LIMIT !== null) limitRate(server, config.QPR_RATE_LIMIT, clock)
  await describeApi(server, version, config.QPR_BASE_URL)
  serveReference(server)

  server.register(async (api) => {
    requireActor(api, { authenticator, sessionCookie: sessions.tokenOf, origin })
    api.register(codeRoutes({ codes, change, roles: permissions }))
    api.register(logoRoutes({ codes, change, roles: permissions }))
    api.register(sheetRoutes({ images, roles: permissions['codes:read'] }))
    api.register(organizationRoutes({ organizations, members, invitations, change }))
    api.register(keyRoutes({ keys, change }))
    api.register(
      scanRoutes({
        database,
        scans,
        streams,
        roles: permissions,
        isInForce: authenticator.isInForce,
      }),
    )
  })
  server.register(
    accountPages({ database, sessions, signIns, origin, organizationsOf: organizations.ofUser }),
  )
  server.register(invitationPages({ database, invitations, sessions, origin }))
  server.register(imageRoutes(images))
  server.register(
    scanPages({
      database,
      clock,
      codes,
      recorder: createRecorder({
        database,
        clock,
        outbox: rules.outbox,
        recorded: (organizationIds) => {
          for (const organizationId of organizationIds) {
            database.signals.send({ kind: 'scans-recorded', organizationId })
          }
        },
      }),
      deviceKeys: createDeviceKeys(clock, https),
      places: createPlaces(config.QPR_GEO_DATABASE),
    }),
  )
  server.addHook('preClose', async () => streams.closeAll())
  await server.ready()

  mail.start()
  const janitor = startJanitor({
    database,
    clock,
    log,
    scanRetentionDays: config.QPR_SCAN_RETENTION_DAYS,
  })
  return {
    server,
    rules,
    async close() {
      await server.close()
      await Promise.all([mail.stop(), janitor.stop(), authenticator.stop()])
    },
  }
}

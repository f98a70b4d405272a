import { join } from 'node:path'
import { planNames } from '#contract/plans.ts'
import { isAbove, may } from '#contract/roles.ts'
import { createKeys } from '../accounts/keys.ts'
import { createSignIns } from '../accounts/sign-ins.ts'
import { createUsers } from '../accounts/users.ts'
import { createPlanGate } from '../billing/plans/limits.ts'
import { readPlans } from '../billing/plans/plans.file.ts'
import { meaningOf, type Plans } from '../billing/plans/plans.ts'
import { createRetention, shortestRetention } from '../billing/plans/retention.ts'
import { createStripeBilling } from '../billing/stripe/stripe.ts'
import { createChangePlan } from '../billing/subscriptions/change-plan.ts'
import { createSubscriptions } from '../billing/subscriptions/subscriptions.ts'
import { createCountMessage } from '../billing/usage/messages.ts'
import { createNotices } from '../billing/usage/notices.ts'
import { createUsage } from '../billing/usage/usage.ts'
import { createLimitWatch } from '../billing/usage/watch.ts'
import { createCodes } from '../codes/codes.ts'
import { BadSetting, type Config } from '../config/config.ts'
import { history as conversationHistory } from '../conversations/inbox/inbox.store.ts'
import { createModelCheck } from '../conversations/models/choices.ts'
import { requireScannable } from '../images/code/scannable.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createRunner } from '../jobs/runner.ts'
import { type Clock, hourMs } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import { createNames } from '../kit/names.ts'
import { createSecrets } from '../kit/secrets.ts'
import { createMail, type MailTexts } from '../mail/mail.ts'
import {
  limitNearMail,
  limitReachedMail,
  paymentFailedMail,
  planChangedMail,
} from '../mail/texts/billing.ts'
import { invitationMail } from '../mail/texts/invitation.ts'
import { signInMail } from '../mail/texts/sign-in.ts'
import { webhookDeactivatedMail, webhookFailingMail } from '../mail/texts/webhook.ts'
import { createMailTransport } from '../mail/transport.ts'
import { access } from '../organizations/access.ts'
import { createInvitations } from '../organizations/invitations.ts'
import { createMembers } from '../organizations/members.ts'
import { createOrganizations } from '../organizations/organizations.ts'
import { createScans } from '../scans/scans.ts'
import type { Database } from '../storage/database.ts'
import { createMessages } from '../webhooks/delivery/message.ts'
import { createSender } from '../webhooks/delivery/sender.ts'
import { createSigner } from '../webhooks/delivery/signature.ts'
import { createTargetGuard, isPublicHost } from '../webhooks/delivery/target-guard.ts'
import { createOutbox } from '../webhooks/events/outbox.ts'
import { createRecentBodies } from '../webhooks/events/recent-bodies.ts'
import { createWebhookRules } from '../webhooks/rules.ts'
import { createChores, createDepartures } from './chores.ts'
import { checkSecret, masterSecret } from './installation.ts'

export interface Parts {
  config: Config
  database: Database
  clock: Clock
  log: Logger
}

export type Rules = Awaited<ReturnType<typeof composeRules>>

/** What the service does, wired together: enough for the command line. */
export const composeRules = async (
  { config, database, clock, log }: Parts,
  modelChoices: () => string[] = () => [],
) => {
  const secrets = createSecrets(masterSecret(config))
  await checkSecret(database, secrets)
  const baseUrl = config.QPR_BASE_URL
  const studio = `${baseUrl}/studio`
  const plans = plansIn(config.QPR_PLANS_FILE)
  const gate = createPlanGate(plans)

  // The words of a mail need links, whose rules need the mail: tied here, used at sending.
  const texts: MailTexts = {
    invitation: (data) =>
      invitationMail({ ...data, link: invitations.link(data.invitationId, data.expiresAt) }),
    signIn: (data) => signInMail({ ...data, link: signIns.link(data.signInId, data.next) }),
    webhookFailing: (data) => webhookFailingMail({ ...data, link: `${baseUrl}/docs` }),
    webhookDeactivated: (data) => webhookDeactivatedMail({ ...data, link: `${baseUrl}/docs` }),
    planChanged: (data) => planChangedMail({ ...data, ...meaningOf(plans, data), link: studio }),
    paymentFailed: (data) => paymentFailedMail({ ...data, link: studio }),
    limitNear: (data) => limitNearMail({ ...data, link: studio }),
    limitReached: (data) => limitReachedMail({ ...data, link: studio }),
  }
  const transport = createMailTransport({
    smtpUrl: config.QPR_SMTP_URL,
    from: config.QPR_MAIL_FROM,
    outboxDir: join(config.QPR_DATA_DIR, 'outbox'),
    log,
  })
  const mail = createMail({ database, clock, log, transport, texts })

  const scanRetentionDays = shortestOf(config.QPR_SCAN_RETENTION_DAYS, shortestRetention(plans))
  const chores = createChores({ database, clock, scanRetentionDays })
  const jobs = createJobs({ database, clock, access, chores })
  const departures = createDepartures(jobs)
  const runner = createRunner({ database, clock, log, chores })

  const members = createMembers({ database, clock, access, gate })
  const organizations = createOrganizations({
    database,
    clock,
    access,
    members,
    gate,
    createdPerDay: config.QPR_LIMIT_ORGANIZATIONS_PER_DAY,
    settlePayments: (organizationId) => subscriptions.settlePayments(organizationId),
    requireUnpaid: (tx, organizationId) => subscriptions.requireUnpaid(tx, organizationId),
    deleted: async (tx, actor, organization) => {
      const { id: organizationId } = organization
      // Its codes are gone for whoever keeps them in memory, in whichever process.
      tx.afterCommit(() => database.signals.send({ kind: 'organization-deleted', organizationId }))
      await scans.leaveForNowhere(tx, organizationId)
      const total = await scans.countBetween(tx.db, organizationId, 0, clock.now() + hourMs)
      await departures.organizationDeleted(tx, actor, organization, total)
    },
  })
  const users = createUsers({ clock, organizations, members })
  const invitations = createInvitations({
    database,
    clock,
    secrets,
    access,
    members,
    gate,
    mail,
    users,
    invitationsPerDay: config.QPR_LIMIT_INVITATIONS_PER_DAY,
    baseUrl,
  })
  const signIns = createSignIns({
    database,
    clock,
    secrets,
    users,
    mail,
    signup: config.QPR_SIGNUP,
    mailsPerHour: config.QPR_LIMIT_SIGNIN_MAILS_PER_HOUR,
    baseUrl,
  })
  const mostKeys = config.QPR_LIMIT_KEYS
  const keys = createKeys({ database, clock, access, mostKeys, roles: { isAbove, may } })
  const recentBodies = createRecentBodies()
  const outbox = createOutbox(clock, database.signals, recentBodies)
  const changePlan = createChangePlan({ clock, outbox, mail, owners: members.owners })
  const settings = config.QPR_BILLING === 'stripe' ? stripeSettings(config, plans, studio) : null
  const stripe =
    settings && (await createStripeBilling({ settings, database, clock, log, plans, changePlan }))
  const subscriptions = createSubscriptions({
    database,
    access,
    changePlan,
    payments: stripe?.payments ?? null,
  })
  const notices = createNotices({ mail, owners: members.owners })
  const countMessage = createCountMessage({ clock, plans, notices })
  const guard = createTargetGuard({
    allowPrivate: allowsPrivateTargets(config),
    resolve: createNames({ servers: config.QPR_DNS_SERVERS }),
  })
  const sender = createSender({ clock, timeoutMs: config.QPR_WEBHOOK_TIMEOUT_MS, guard })
  const messages = createMessages(createSigner(secrets))
  const parts = { database, clock, access, secrets, guard, messages, sender }
  const webhooks = createWebhookRules({
    ...parts,
    holdOrganization: organizations.hold,
    mostWebhooks: config.QPR_LIMIT_WEBHOOKS,
  })
  const requireModel = createModelCheck(modelChoices)
  const codes = createCodes({
    database,
    clock,
    access,
    organizations,
    outbox,
    requireModel,
    requireScannable,
    // Scans know codes; codes take their scans along.
    belongings: {
      leave: (tx, codeId, from, to) => scans.leave(tx, codeId, from, to),
      deleted: (tx, { userId }, code) =>
        departures.codeDeleted(tx, userId, code.organization_id, code),
      moved: (tx, { userId }, code) => departures.codeMoved(tx, userId, code.organization_id, code),
    },
    baseUrl,
    scanHost: config.QPR_SCAN_HOST,
  })
  const scans = createScans({
    database,
    clock,
    access,
    codes,
  })
  const usage = createUsage({
    database,
    clock,
    access,
    plans,
    owned: organizations.owned,
    openInvitations: invitations.countOpen,
    scansBetween: scans.countBetween,
  })
  const limitWatch = createLimitWatch({
    database,
    clock,
    plans,
    notices,
    scansOf: scans.countBetweenOf,
  })
  const histories = [scans.history, conversationHistory]
  const applyRetention = createRetention({ database, clock, plans, histories })

  return {
    access,
    requireModel,
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
    recentBodies,
    sender,
    messages,
    webhooks,
    plans,
    subscriptions,
    stripe,
    usage,
    countMessage,
    limitWatch,
    applyRetention,
    jobs,
    runner,
  }
}

/** Of two spans of which either may be without end. */
const shortestOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

const allowsPrivateTargets = ({ QPR_WEBHOOK_PRIVATE_TARGETS, QPR_BASE_URL }: Config): boolean =>
  QPR_WEBHOOK_PRIVATE_TARGETS === 'auto'
    ? !isPublicHost(QPR_BASE_URL)
    : QPR_WEBHOOK_PRIVATE_TARGETS === 'allow'

/** Of the setting QPR_PLANS_FILE. */
export const plansIn = (file: string | null) => {
  try {
    return readPlans(file)
  } catch (error) {
    throw new BadSetting(`QPR_PLANS_FILE ${(error as Error).message}`)
  }
}

/** Whoever sells with Stripe is told at the start what is missing for it. */
const stripeSettings = (config: Config, plans: Plans, returnUrl: string) => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  const missing = (what: string) => new BadSetting(`QPR_BILLING=stripe needs ${what}`)
  if (secretKey === null) {
    throw missing('STRIPE_SECRET_KEY: copy it from Developers, API keys, in the Stripe dashboard.')
  }
  if (webhookSecret === null) {
    throw missing(
      'STRIPE_WEBHOOK_SECRET: add an endpoint for ' +
        `${config.QPR_BASE_URL}/billing/stripe in the Stripe dashboard and copy its secret.`,
    )
  }
  if (planNames.every((name) => plans[name].stripePriceIds.length === 0)) {
    throw missing('a plan for sale: set QPR_PLANS_FILE to a file with stripe_price_ids.')
  }
  return { secretKey, webhookSecret, apiUrl: config.QPR_STRIPE_API_URL, returnUrl }
}

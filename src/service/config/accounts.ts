import { companyDomain } from '../../features/accounts/company-provider.ts'
import {
  existingFile,
  listOf,
  numberSetting,
  oneOf,
  optionalSetting,
  pairOf,
  positiveInteger,
  printable,
  secretSetting,
  setting,
  text,
  trustedUrl,
  url,
} from '../../platform/kit/parsers.ts'

/** Limits of a caller: every count that a caller can raise has one. */
export const limitSettings = {
  QPR_LIMIT_WEBHOOKS: numberSetting('50', 'Maximum webhooks of one organization.'),
  QPR_LIMIT_TEMPLATES: numberSetting('50', 'Maximum templates that one organization may save.'),
  QPR_LIMIT_SOURCES: numberSetting(
    '5000',
    'Maximum sources of one organization, questions with answers included.',
  ),
  QPR_LIMIT_KNOWLEDGE_PAGES: numberSetting(
    '5000',
    'Maximum pages of the sources of one organization; plans may allow fewer.',
  ),
  QPR_LIMIT_KNOWLEDGE_MB: numberSetting(
    '500',
    'Maximum size of the stored files of one organization in MB; plans may allow less.',
  ),
  QPR_LIMIT_INVITATIONS_PER_DAY: numberSetting(
    '100',
    'Maximum invitations of one organization on one day (UTC), renewed ones included.',
  ),
  QPR_LIMIT_SIGNIN_MAILS_PER_HOUR: setting({
    parse: pairOf(positiveInteger),
    default: '5,300',
    doc: 'Maximum sign-in mails in an hour, as two numbers: to one address, in all.',
  }),
  QPR_LIMIT_STREAMS: setting({
    parse: pairOf(positiveInteger),
    default: '50,2000',
    doc:
      'Maximum open streams per process, as two numbers: of one key or session, of one visitor ' +
      'address.',
  }),
  QPR_LIMIT_KEYS: numberSetting('100', 'Maximum active API keys of one user.'),
  QPR_LIMIT_VERSIONS: numberSetting(
    '100',
    'Maximum former versions of the texts of one code; the oldest are deleted.',
  ),
  QPR_LIMIT_ORGANIZATIONS_PER_DAY: numberSetting(
    '1000',
    'Maximum organizations that one user may create on one day (UTC); plans limit the total.',
  ),
}

/** The settings of plans and payments. */
export const billingSettings = {
  QPR_BILLING: setting({
    parse: oneOf('manual', 'stripe'),
    default: 'manual',
    doc: 'How plans are changed: manual, immediately by the owners; stripe, by paying through Stripe.',
  }),
  QPR_PLANS_FILE: optionalSetting(
    existingFile,
    'A JSON file with the limits and prices of the plans; empty: all plans are unlimited.',
  ),
  STRIPE_SECRET_KEY: secretSetting(
    'The secret key of your Stripe account, for QPR_BILLING=stripe.',
  ),
  STRIPE_WEBHOOK_SECRET: secretSetting(
    'The signing secret of the Stripe endpoint that posts to /billing/stripe.',
  ),
  QPR_STRIPE_API_URL: setting({
    parse: url,
    default: 'https://api.stripe.com',
    doc: 'The address of the Stripe API.',
  }),
}

/** The settings of signing in. */
export const signInSettings = {
  QPR_SIGNUP: setting({
    parse: oneOf('invite', 'open'),
    default: 'invite',
    doc: 'Who may become a user: invite, invited people only; open, everyone.',
  }),
  QPR_SIGNIN_BY_MAIL: setting({
    parse: oneOf('on', 'off'),
    default: 'on',
    doc: 'Whether users can sign in with a link by mail; off needs QPR_OIDC_ISSUER.',
  }),
  QPR_OIDC_ISSUER: optionalSetting(
    trustedUrl,
    'The address of the OpenID Connect provider of your company: https, or http on this ' +
      'machine; empty: none.',
  ),
  QPR_OIDC_CLIENT_ID: optionalSetting(
    printable(1),
    'The client id of this service at the provider.',
  ),
  QPR_OIDC_CLIENT_SECRET: secretSetting(
    'The client secret of this service at the provider; empty for a public client.',
  ),
  QPR_OIDC_NAME: setting({
    parse: text,
    default: 'your company account',
    doc: 'The name of the provider on the button: “Continue with …”.',
  }),
  QPR_OIDC_DOMAINS: setting({
    parse: listOf(companyDomain),
    default: '',
    doc:
      'E-mail domains whose users get an account at their first sign-in, comma-separated: ' +
      'example.com, or example.com=acme:editor to join the organization acme as an editor.',
  }),
  QPR_OIDC_ROLE_CLAIM: optionalSetting(
    printable(1),
    'The claim that names the role (owner, admin, editor or viewer) in the organization of ' +
      'the domain; empty: the role of QPR_OIDC_DOMAINS.',
  ),
}

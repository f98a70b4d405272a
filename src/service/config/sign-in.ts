import { companyDomain } from '../../features/accounts/company-domain.ts'
import { listOf, oneOf, optional, printable, text, trustedUrl } from '../../platform/kit/parsers.ts'
import { setting } from './setting.ts'

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
  QPR_OIDC_ISSUER: setting({
    parse: optional(trustedUrl),
    default: '',
    doc:
      'The address of the OpenID Connect provider of your company: https, or http on this ' +
      'machine; empty: none.',
  }),
  QPR_OIDC_CLIENT_ID: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The client id of this service at the provider.',
  }),
  QPR_OIDC_CLIENT_SECRET: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The client secret of this service at the provider; empty for a public client.',
    secret: 'all',
  }),
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
  QPR_OIDC_ROLE_CLAIM: setting({
    parse: optional(printable(1)),
    default: '',
    doc:
      'The claim that names the role (owner, admin, editor or viewer) in the organization of ' +
      'the domain; empty: the role of QPR_OIDC_DOMAINS.',
  }),
}

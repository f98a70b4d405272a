import { domainToASCII } from 'node:url'
import type { Configuration } from 'openid-client'
import { type Role, roles } from '#contract/roles.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { type Parse, refuse } from '../../platform/kit/parsers.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  /** Null: a public client, which PKCE alone protects. */
  clientSecret: string | null
  /** Where the provider sends the browser back to. */
  callback: string
}

/** What the provider says about the user who signed in. */
export interface Claims {
  issuer: string
  subject: string
  /** The session at the provider; empty when it names none. */
  session: string
  email: string | null
  isEmailVerified: boolean
  /** All claims, for the role. */
  all: Record<string, unknown>
}

/** The secrets of one sign-in, which the browser keeps sealed until it returns. */
export interface SignInAttempt {
  state: string
  nonce: string
  verifier: string
}

export interface LogoutClaims {
  issuer: string
  tokenId: string
  subject: string | null
  session: string | null
}

const timeoutSeconds = 10
/** How long the keys of a provider are used before they are read again. */
const maxTokenAge = '5 minutes'

export type Provider = ReturnType<typeof createProvider>

/** The OpenID Connect provider. Its library loads with the first sign-in. */
export const createProvider = (settings: ProviderSettings) => {
  const { issuer, clientId, clientSecret, callback } = settings
  let found: Promise<Configuration> | undefined

  /** What the provider publishes about itself, read once. A failure is not kept. */
  const configuration = async (): Promise<Configuration> => {
    found ??= discover()
    try {
      return await found
    } catch (error) {
      found = undefined
      throw error
    }
  }

  const discover = async () => {
    const oidc = await import('openid-client')
    const isPlain = new URL(issuer).protocol === 'http:'
    return await oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      {
        timeout: timeoutSeconds,
        execute: [
          // By default the library trusts an ID token that came over TLS, without its signature.
          oidc.enableNonRepudiationChecks,
          // The settings allow plain http on this machine only.
          ...(isPlain ? [oidc.allowInsecureRequests] : []),
        ],
      },
    )
  }

  let keys: ReturnType<typeof import('jose').createRemoteJWKSet> | undefined

  return {
    /** The page of the provider to which the browser goes. */
    async begin(): Promise<{ url: string; attempt: SignInAttempt }> {
      const oidc = await import('openid-client')
      const config = await configuration()
      const attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },

    /** Exchanges the code of the returning browser. Throws when anything does not match. */
    async finish(query: string, { state, nonce, verifier }: SignInAttempt): Promise<Claims> {
      const oidc = await import('openid-client')
      const config = await configuration()
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${callback}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      const token = tokens.claims()
      if (!token) throw new Error('The provider sent no ID token.')
      // Some providers put the address into the token, others only into the user info.
      const more =
        token.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? await oidc.fetchUserInfo(config, tokens.access_token, token.sub)
          : {}
      const all: Record<string, unknown> = { ...more, ...token }
      return {
        issuer: token.iss,
        subject: token.sub,
        session: typeof all.sid === 'string' ? all.sid : '',
        email: typeof all.email === 'string' ? all.email : null,
        isEmailVerified: all.email_verified === true,
        all,
      }
    },

    /** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
    async readLogout(token: string): Promise<LogoutClaims> {
      const jose = await import('jose')
      const metadata = (await configuration()).serverMetadata()
      keys ??= jose.createRemoteJWKSet(keysAddress(issuer, metadata.jwks_uri), {
        timeoutDuration: timeoutSeconds * secondMs,
      })
      const { payload } = await jose.jwtVerify(token, keys, {
        issuer: metadata.issuer,
        audience: clientId,
        algorithms: ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge,
      })
      const { events, nonce, sub, sid, jti = '' } = payload
      if (!isLogout(events) || nonce !== undefined) throw new Error('This is no logout token.')
      const session = typeof sid === 'string' ? sid : null
      if (sub === undefined && session === null) throw new Error('The token names no user.')
      return { issuer: metadata.issuer, tokenId: jti, subject: sub ?? null, session }
    },
  }
}

/** Keys that come without TLS prove nothing, unless the provider is on this machine. */
const keysAddress = (issuer: string, jwksUri = ''): URL => {
  const address = new URL(jwksUri)
  if (address.protocol !== 'https:' && issuer.startsWith('https:')) {
    throw new Error('The provider publishes its keys without TLS.')
  }
  return address
}

const isLogout = (events: unknown): boolean =>
  typeof events === 'object' &&
  events !== null &&
  'http://schemas.openid.net/event/backchannel-logout' in events

/** An e-mail domain whose users may sign in, and the organization that they join. */
export interface CompanyDomain {
  domain: string
  /** The id or slug of the organization, and the role in it; null: no organization. */
  joins: { organization: string; role: Role } | null
  toString(): string
}

export const companyDomain: Parse<CompanyDomain> = (value) => {
  const [domain = '', joined] = value.split('=', 2)
  const [organization = '', role = 'viewer'] = joined?.split(':', 2) ?? []
  const known = roles.find((one) => one === role)
  const isDomain = /^[^\s@]{1,253}$/.test(domain) && domain.includes('.')
  const isOrganization = joined === undefined || /^[\w-]{1,64}$/.test(organization)
  if (!isDomain || !isOrganization || !known) {
    return refuse(
      `must be domains such as example.com or example.com=acme:editor (${roles.join(', ')}), not "${value}".`,
    )
  }
  return {
    domain: domainToASCII(domain.toLowerCase()),
    joins: joined === undefined ? null : { organization, role: known },
    toString: () => value,
  }
}

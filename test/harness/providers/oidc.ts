import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider'

export interface Person {
  email?: string
  email_verified?: boolean
  groups?: string | string[]
}

interface ProviderOptions {
  port: number
  /** The public address of the service that users sign in to. */
  service: string
  people: Record<string, Person>
  /** Whether the ID token has the address, as some providers do. */
  inToken?: boolean
}

export const client = { id: 'qpr', secret: 'a-secret-that-only-tests-know' }

/**
 * A real OpenID Connect provider on loopback. Its page asks for the name of a person only.
 *
 *     const provider = await startOidcProvider(t, { port, service, people: { ana: { … } } })
 */
export const startOidcProvider = async (
  t: { after(end: () => unknown): void },
  { port, service, people, inToken = false }: ProviderOptions,
) => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256', kid: 'test' }
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        id_token_signed_response_alg: 'ES256',
        redirect_uris: [`${service}/signin/company/callback`],
        backchannel_logout_uri: `${service}/signin/company/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    adapter: createMemory(),
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
    },
    jwks: { keys: [key] },
    cookies: { keys: ['a-cookie-key-that-only-tests-know'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    conformIdTokenClaims: !inToken,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people[id] }),
    }),
    async loadExistingGrant({ oidc }) {
      const { client, session, provider: own } = oidc
      const grant = new own.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  })
  const answer = provider.callback()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (!pathname.startsWith('/interaction/')) return answer(request, response)
    const who = searchParams.get('who')
    if (who === null) {
      response.setHeader('Content-Type', 'text/html')
      response.end('<title>Company</title><form><label>Name <input name="who"></label></form>')
      return
    }
    const result =
      who === '' ? { error: 'access_denied' } : { login: { accountId: who, remember: false } }
    await provider.interactionFinished(request, response, result)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    issuer,
    people,
    privateKey,
    /** Tells the service that a user, or one of the user's sessions, has ended. */
    async logOut(subject: string, session: string) {
      const found = await provider.Client.find(client.id)
      await (found as unknown as BackChannel).backchannelLogout(subject, session)
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Keeps what the provider stores. Without it, the library warns about its own. */
const createMemory = () => {
  const stored = new Map<string, AdapterPayload>()
  return (kind: string): Adapter => ({
    upsert: async (id, payload) => void stored.set(`${kind} ${id}`, payload),
    find: async (id) => stored.get(`${kind} ${id}`),
    findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    destroy: async (id) => void stored.delete(`${kind} ${id}`),
    async consume(id) {
      const payload = stored.get(`${kind} ${id}`)
      if (payload) payload.consumed = true
    },
    revokeByGrantId: async () => undefined,
  })
}

interface BackChannel {
  backchannelLogout(subject: string, session: string): Promise<void>
}

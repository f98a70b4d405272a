import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { freePort } from '../../../test/harness/service/ports.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { walk } from './company.fixture.ts'

const clientId = 'a-client'

type Signer = 'its own key' | 'a foreign key' | 'no key'

/** A provider that signs its ID tokens as the test wants. */
const startSigning = async (t: TestContext) => {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }]
  const given: { signer: Signer } = { signer: 'its own key' }
  let nonce = ''
  const idToken = async (iss: string) => {
    const claims = { nonce, email: 'owner@localhost', email_verified: true }
    const header = { alg: 'RS256', kid: 'k1' }
    const token = new SignJWT(claims)
      .setProtectedHeader(header)
      .setIssuer(iss)
      .setAudience(clientId)
      .setSubject('u1')
      .setIssuedAt()
      .setExpirationTime('5m')
    const signed = await token.sign(
      given.signer === 'a foreign key' ? foreign.privateKey : own.privateKey,
    )
    return given.signer === 'no key' ? signed.replace(/[^.]*$/, 'AAAA') : signed
  }
  const server = createServer(async (request, response) => {
    const issuer = `http://${request.headers.host}`
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    const send = (body: object) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/authorize') {
      nonce = searchParams.get('nonce') ?? ''
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = `${new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' })}`
      return response.writeHead(303, { Location: back.href }).end()
    }
    if (pathname === '/jwks') return send({ keys })
    if (pathname === '/token') {
      return send({ access_token: 'a', token_type: 'Bearer', id_token: await idToken(issuer) })
    }
    return send({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { issuer: `http://127.0.0.1:${port}`, given }
}

test('an ID token that the provider did not sign is refused', async (t) => {
  const { issuer, given } = await startSigning(t)
  const service = await startService(t, {
    settings: {
      QPR_OIDC_ISSUER: issuer,
      QPR_OIDC_CLIENT_ID: clientId,
      QPR_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
    },
  })
  const { QPR_BASE_URL } = service.config
  for (const signer of ['a foreign key', 'no key'] as const) {
    given.signer = signer
    const { status, Cookie } = await walk(QPR_BASE_URL, 'u1')
    assert.equal(Cookie, null, signer)
    // As for every other fault of the provider; the log has the reason.
    assert.equal(status, 503, signer)
  }
  given.signer = 'its own key'
  const { location, Cookie } = await walk(QPR_BASE_URL, 'u1')
  assert.equal(location, '/studio')
  assert.notEqual(Cookie, null)
})

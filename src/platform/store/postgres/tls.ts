import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** `sslmode` as `pg` knows it. All but the first and the last verify certificate and host name. */
const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** The parameters of DATABASE_URL about TLS cannot be used. */
export class UnusableTls extends Error {}

/** Checks the parameters before the first connection, where the reason would be lost. */
export const checkTls = (url: string) => {
  const parameters = new URLSearchParams(url.split('?')[1])
  const mode = parameters.get('sslmode')
  if (mode !== null && !modes.includes(mode)) {
    throw new UnusableTls(`sslmode in DATABASE_URL must be one of ${modes.join(', ')}.`)
  }
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    if (file !== null) checkFile(name, file)
  }
}

const checkFile = (name: string, file: string) => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new UnusableTls(`The file ${file}, ${name} in DATABASE_URL, ${reason}.`)
  }
  if (name === 'sslkey') return
  try {
    new X509Certificate(text)
  } catch {
    throw new UnusableTls(`The file ${file}, ${name} in DATABASE_URL, has no certificate (PEM).`)
  }
}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
])

/** A sentence for a TLS connection that did not come about; null for another error. */
export const tlsRefusal = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (untrusted.has(code)) {
    return (
      'The certificate of the database server is not signed by an authority that this machine ' +
      'trusts. Add sslrootcert=FILE to DATABASE_URL, with the certificate of its authority.'
    )
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return 'The certificate of the database server has expired. Renew it on the server.'
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return 'The certificate of the database server is not valid yet. Check the clocks of both machines.'
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const reason = 'reason' in error ? ` (${error.reason})` : ''
    return `The certificate of the database server is for another host name${reason}. Use its name in DATABASE_URL.`
  }
  if (/server does not support SSL/.test(error.message)) {
    return 'The database server does not offer TLS. Enable it there (ssl = on), or remove sslmode from DATABASE_URL.'
  }
  const isTls = /^ERR_(?:SSL|TLS|OSSL)_|^CERT_/.test(code) || /SSL connection/.test(error.message)
  return isTls ? `The TLS connection to the database server failed: ${error.message}.` : null
}

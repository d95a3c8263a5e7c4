import { createPrivateKey, type KeyObject } from 'node:crypto'
import { ConfigError } from '@naic/platform/config-error.ts'
import { readAs } from './setting-rules.ts'

const howToMakeKeys = '"npm run --silent council -- keys make" prints one.'

/** The message must not show what is wrong: it may be most of a private key. */
export const privateKeys = readAs(
  (text) => {
    const keys = keysOf(text)
    return keys.every((key) => key !== undefined) ? keys : undefined
  },
  (text) =>
    `must be Ed25519 private keys (PKCS #8, DER, base64) with commas between them; number ${keysOf(text).indexOf(undefined) + 1} is none. ${howToMakeKeys}`,
)

const keysOf = (text: string) => text.split(',').map((part) => ed25519Key(part.trim()))

function ed25519Key(base64: string): KeyObject | undefined {
  try {
    const der = Buffer.from(base64, 'base64')
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

/** @throws ConfigError where one is missing, or is there twice. */
export function registryKeys(credentials: KeyObject[] | undefined, log: KeyObject[] | undefined) {
  if (!credentials && !log) return undefined
  if (!credentials || !log) {
    const [unset, set] = credentials
      ? ['LOG_KEYS', 'CREDENTIALS_KEYS']
      : ['CREDENTIALS_KEYS', 'LOG_KEYS']
    throw new ConfigError(
      `${unset} must be set as well, since ${set} is: a private key. ${howToMakeKeys}`,
    )
  }
  const all = [...credentials, ...log]
  if (all.some((key, at) => all.findIndex((other) => other.equals(key)) < at)) {
    throw new ConfigError(
      `CREDENTIALS_KEYS and LOG_KEYS have the same private key twice; each must be another. ${howToMakeKeys}`,
    )
  }
  return { credentials, log }
}

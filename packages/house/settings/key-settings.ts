import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import * as v from 'valibot'
import { ConfigError } from '@naic/store/config-error.ts'
import { listed, readAs, thisMachine } from './setting-rules.ts'

/** The keys of the certificates' registry, and of the witnesses of its log. */

const howToMakeKeys = '"council keys make" prints one.'

/** The message does not show the wrong text, which may be most of a private key. */
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

/** @throws ConfigError if one is missing, or is there twice. */
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

/** A watcher of the certificates' log, who signs what it saw. */
export type Witness = {
  name: string
  /** 32 bytes, Ed25519. */
  publicKey: Uint8Array<ArrayBuffer>
  /** Both as one line (c2sp.org/signed-note), of type 0x04. */
  vkey: string
  /** Where the server asks it, without a slash at its end; undefined if it comes by itself. */
  url: string | undefined
}

const witness = readAs(
  witnessOf,
  (text) =>
    `must be keys of witnesses, as "witness make" prints them, with commas between them, such as college.example/witness+a1b2c3d4+BAEC…; one that is to be asked by the server is followed by a blank and its address, https:// unless it is on this machine. "${text}" is none.`,
)

/** In their order. */
export const witnesses = v.pipe(
  listed,
  v.array(witness),
  v.check(
    (all) => new Set(all.map(({ name }) => name)).size === all.length,
    'must not name a witness twice.',
  ),
  v.check(
    (all) => new Set(all.map(({ vkey }) => vkey.split('+').at(-1))).size === all.length,
    'must not have the same key for two witnesses.',
  ),
)

function witnessOf(text: string): Witness | undefined {
  const [vkey = '', address, ...more] = text.split(/\s+/)
  const [, name = '', id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const isKey = bytes.length === 33 && bytes[0] === 0x04 && bytes.toString('base64') === encoded
  const url = address === undefined ? undefined : addressOf(address)
  if (!isKey || more.length > 0 || (address !== undefined && !url)) return undefined
  // The key's own check: the first 4 bytes of this hash.
  const hash = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex')
  if (hash.slice(0, 8) !== id) return undefined
  return { name, publicKey: new Uint8Array(bytes.subarray(1)), vkey, url }
}

function addressOf(text: string): string | undefined {
  const url = URL.parse(text)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && thisMachine.has(url.hostname))
  const isPlain = url && `${url.username}${url.password}${url.search}${url.hash}` === ''
  return isSafe && isPlain ? url.href.replace(/\/$/, '') : undefined
}

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { listed, readAs, thisMachine } from './setting-rules.ts'

/** Somebody who looks at the certificates' log and signs what he saw. */
export type Witness = {
  name: string
  /** 32 bytes, Ed25519. */
  publicKey: Uint8Array<ArrayBuffer>
  /** Both as one line (c2sp.org/signed-note), of type 0x04. */
  vkey: string
  /** Where it is asked, without a slash at its end; undefined for one that comes by itself. */
  url: string | undefined
}

const witness = readAs(
  witnessOf,
  (text) =>
    `must be keys of witnesses, as "witness make" prints them, with commas between them, such as college.example/witness+a1b2c3d4+BAEC…; one that is to be asked by the server is followed by a blank and its address, https:// unless it is on this machine. "${text}" is none.`,
)

/** @returns in their order; a name or a key that is there twice is refused. */
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

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Bytes, fromBase64Url, utf8 } from '#format/bytes.ts'
import type { NoteKey } from '#format/checkpoint.ts'
import { cosignatureLine, fromWitnessVkey, toWitnessVkey } from '#format/cosignature.ts'
import { CannotLook, type WatchedSite } from './watched-site.ts'
import { writeDurably, writeOnce } from './watch-state.ts'

/** With which a watcher signs what it has seen. */
export type WitnessKey = {
  key: NoteKey
  /** The public half as one line. */
  vkey: string
  sign: (data: Bytes) => Promise<Bytes>
}

const introduction = `A private key of a witness, which signs what it has seen of a log. Keep it to yourself.
Its public half, which others may know:
`

/** @returns whether a text may be a key's name: no blanks, no plus, nothing that cannot be seen. */
export const isWitnessName = (name: string): boolean => /^[\w.:/-]{3,100}$/.test(name)

/**
 * Makes a key, in a file that only its owner may read.
 *
 * @returns its public half as one line; undefined if the file exists already.
 */
export async function makeWitnessKey(name: string, file: string): Promise<string | undefined> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const vkey = await toWitnessVkey({ name, publicKey: rawOf(publicKey.export({ format: 'jwk' })) })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const isMade = await writeOnce(file, utf8(`${introduction}${vkey}\n\n${pem}`))
  return isMade ? vkey : undefined
}

/** @throws CannotLook for a file that is none. */
export async function readWitnessKey(file: string): Promise<WitnessKey> {
  try {
    const text = await readFile(file, 'utf8')
    const pem = text.slice(text.indexOf('-----BEGIN'))
    const privateKey = createPrivateKey(pem)
    const publicKey = rawOf(createPublicKey(privateKey).export({ format: 'jwk' }))
    for (const vkey of text.split('\n')) {
      const key = await fromWitnessVkey(vkey)
      const isOurs = key && Buffer.from(key.publicKey).equals(publicKey)
      if (isOurs) {
        return { key, vkey, sign: async (data) => new Uint8Array(sign(null, data, privateKey)) }
      }
    }
  } catch (error) {
    throw new CannotLook(
      `${file} cannot be read as a witness's key (${(error as Error).message}).`,
      {
        cause: error,
      },
    )
  }
  throw new CannotLook(`${file} is no key of a witness: "witness make" makes one.`)
}

const rawOf = ({ x = '' }: { x?: string }): Bytes => fromBase64Url(x) ?? new Uint8Array()

/**
 * Signs a checkpoint that was seen, and writes it where others may read it. The state must be on the
 * disk by then: a witness that forgets what it signed may sign the contrary.
 */
export async function cosign(
  note: string,
  witness: WitnessKey,
  { now, file }: { now: Date; file: string },
): Promise<string> {
  const cosigned =
    note +
    (await cosignatureLine(note, witness.key, Math.floor(now.getTime() / 1000), witness.sign))
  await writeDurably(file, utf8(cosigned), 0o644)
  return cosigned
}

/** @returns what became of it, in a sentence. @throws CannotLook where the site does not answer. */
export async function handIn(site: WatchedSite, cosigned: string): Promise<string> {
  const { status, text } = await site.post('/log/cosignatures', cosigned)
  if (status === 200) return 'The site has taken the cosignature.'
  if (status === 404) return 'The site takes no cosignatures.'
  if (status === 403) {
    return 'The site does not know this witness: give the council the line that "witness make" printed.'
  }
  return `The site has not taken the cosignature (${status}: ${detailOf(text)}).`
}

function detailOf(text: string): string {
  try {
    return String((JSON.parse(text) as { detail?: unknown }).detail).slice(0, 300)
  } catch {
    return 'no reason given'
  }
}

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { type Bytes, equal, fromBase64Url } from '#format/bytes.ts'
import { cosignatureLine, fromWitnessVkey, toWitnessVkey } from '#format/cosignature.ts'
import { CannotLook, type WatchedSite } from './watched-site.ts'
import { readKept, writeOnce } from './watch-state.ts'

const introduction = `A private key of a witness, which signs what it has seen of a log. Keep it to yourself.
Its public half, which others may know:
`

/** In a file for its owner only. @returns the public half as one line; undefined if the file exists. */
export async function makeWitnessKey(name: string, file: string): Promise<string | undefined> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const vkey = await toWitnessVkey({ name, publicKey: rawOf(publicKey.export({ format: 'jwk' })) })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return writeOnce(file, `${introduction}${vkey}\n\n${pem}`) ? vkey : undefined
}

/**
 * What was seen must be on the disk before it is signed: a witness that forgets may sign the contrary.
 *
 * @returns gives a checkpoint with a signature more.
 * @throws CannotLook for a file that is not there, or is no key.
 */
export async function readWitnessKey(
  file: string,
): Promise<(note: string, now: Date) => Promise<string>> {
  const text = readKept(file)
  if (text === undefined) throw new CannotLook(`There is no ${file}. "witness make" makes one.`)
  try {
    const privateKey = createPrivateKey(text.slice(text.indexOf('-----BEGIN')))
    const publicKey = rawOf(createPublicKey(privateKey).export({ format: 'jwk' }))
    const keys = await Promise.all(text.split('\n').map(fromWitnessVkey))
    const key = keys.find((one) => one && equal(one.publicKey, publicKey))
    if (!key) throw new Error('it does not have its public half')
    return async (note, now) =>
      note +
      (await cosignatureLine(
        note,
        key,
        Math.floor(now.getTime() / 1000),
        async (data) => new Uint8Array(sign(null, data, privateKey)),
      ))
  } catch (error) {
    throw new CannotLook(
      `${file} is no key of a witness, as "witness make" makes one (${(error as Error).message}).`,
      { cause: error },
    )
  }
}

const rawOf = ({ x = '' }: { x?: string }): Bytes => fromBase64Url(x) ?? new Uint8Array()

/** @returns what became of it, in a sentence: the look was right in any case. */
export async function handIn(site: WatchedSite, cosigned: string): Promise<string> {
  try {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
    const request = { method: 'POST', headers, body: cosigned }
    const { status } = await site.ask('/log/cosignatures', request)
    if (status === 200) return 'The site has taken the cosignature.'
    const advice = status === 403 ? ': give the council the line that "witness make" printed' : ''
    return `The site has not taken the cosignature (${status})${advice}.`
  } catch (error) {
    return `The cosignature could not be handed in: ${(error as Error).message}`
  }
}

import { describe, expect, test } from 'vitest'
import { logKey, origin, strangersKey } from '@naic/test/support/example-council.ts'
import { referenceRoot } from '@naic/test/support/reference-tree.ts'
import { toBase64, utf8 } from './bytes.ts'
import {
  type Checkpoint,
  fromVkey,
  cosignCheckpoint,
  openCheckpoint,
  signCheckpoint,
  toVkey,
} from './checkpoint.ts'

const root = referenceRoot([utf8('one'), utf8('two')])
const checkpoint: Checkpoint = { origin, size: 2, root }
const ours = { name: origin, publicKey: logKey.publicKey }
const strangers = { name: origin, publicKey: strangersKey.publicKey }

const note = await signCheckpoint(checkpoint, ours, logKey.sign)
const [body = '', lines = ''] = note.split('\n\n')

/** A note with this text, rightly signed by our key. */
async function signText(text: string) {
  const [, keyId = ''] = (await toVkey(ours)).split('+')
  const signature = [...Buffer.from(keyId, 'hex'), ...(await logKey.sign(utf8(text)))]
  return `${text}\n— ${origin} ${toBase64(Uint8Array.from(signature))}\n`
}

test('a checkpoint is read with the log’s key, whatever its size', async () => {
  const large = { ...checkpoint, size: 2 ** 53 - 1 }
  const signed = await signCheckpoint(large, ours, logKey.sign)
  expect(await openCheckpoint(signed, [strangers, ours])).toEqual(large)
})

test('extension lines are signed and passed over', async () => {
  const text = `${body}\nextension one\nextension two\n`
  expect(await openCheckpoint(await signText(text), [ours])).toEqual(checkpoint)
  expect(await openCheckpoint(note.replace('\n\n', '\nadded\n\n'), [ours])).toBeUndefined()
})

describe('a checkpoint is not believed', () => {
  test('without a key, with another, or under another name', async () => {
    const other = { ...ours, name: 'other.example/log' }
    for (const keys of [[], [strangers], [other]]) {
      expect(await openCheckpoint(note, keys)).toBeUndefined()
    }
    const theirs = await signCheckpoint(checkpoint, other, logKey.sign)
    expect(await openCheckpoint(theirs, [ours, other])).toBeUndefined()
  })

  test.for([
    ['another origin', note.replace(origin, 'other.example/log')],
    ['another root', note.replace(toBase64(root), toBase64(referenceRoot([utf8('three')])))],
    ['another name of its signer', note.replace(`— ${origin}`, '— other.example/log')],
    ['a body alone', `${body}\n`],
    ['a line break of Windows', note.replace(/\n$/, '\r\n')],
    ['a line that is no signature', `${note}a line\n`],
    ['an empty line at the end', `${note}\n`],
    ['a hyphen for the dash', note.replace('—', '-')],
    ['a signature that is not base64', note.replace(/=*\n$/, '!\n')],
    ['a signature with nothing but a key’s id', `${body}\n\n— ${origin} AAAAAA==\n`],
  ])('when it has %s', async ([, text]) => {
    expect(text).not.toBe(note)
    expect(await openCheckpoint(text ?? '', [ours])).toBeUndefined()
  })

  test.for([
    ...['0', '02', '-2', '2e1', '9007199254740992'].map((size) => [
      `size ${size}`,
      `${origin}\n${size}\n${toBase64(root)}\n`,
    ]),
    ['a root with a byte too few', `${origin}\n2\n${toBase64(root.slice(1))}\n`],
    ['no root', `${origin}\n2\n`],
    ['no origin', `\n2\n${toBase64(root)}\n`],
    ['an empty extension line', `${origin}\n2\n${toBase64(root)}\n\nextension\n`],
    ['a control character', `${origin}\n2\n${toBase64(root)}\na\tb\n`],
    ['no line break', `${origin}\n2\n${toBase64(root)}`],
  ])('even rightly signed, with %s', async ([, text]) => {
    expect(await openCheckpoint(await signText(text ?? ''), [ours])).toBeUndefined()
  })
})

describe('a key as one line', () => {
  test.for([
    // Of golang.org/x/mod/sumdb/note, and of Go's checksum database.
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
  ])('is what others write: %s', async (vkey) => {
    const key = await fromVkey(vkey)
    expect(key?.name).toBe(vkey.split('+')[0])
    expect(key && (await toVkey(key))).toBe(vkey)
  })

  test.for([
    '',
    'PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'PeterNeumann+c74f20a3+Ahpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  ])('is refused when it is malformed: %s', async (vkey) => {
    expect(await fromVkey(vkey)).toBeUndefined()
  })
})

test('a note that two keys signed is believed by anyone who knows either, and not if one is wrong', async () => {
  const both = await cosignCheckpoint(note, strangers, strangersKey.sign)
  for (const keys of [[ours], [strangers], [ours, strangers]]) {
    expect(await openCheckpoint(both, keys)).toEqual(checkpoint)
  }
  const wrong = await cosignCheckpoint(note, strangers, logKey.sign)
  const wrongFirst = `${body}\n\n${wrong.slice(note.length)}${lines}`
  for (const one of [wrong, wrongFirst]) {
    expect(await openCheckpoint(one, [ours])).toEqual(checkpoint)
    expect(await openCheckpoint(one, [ours, strangers])).toBeUndefined()
  }
})

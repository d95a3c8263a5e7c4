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

test('a checkpoint is read with the log’s key', async () => {
  expect(await openCheckpoint(note, [ours])).toEqual(checkpoint)
  expect(await openCheckpoint(note, [strangers, ours])).toEqual(checkpoint)
})

test('a size above 2^32 is read as it was written', async () => {
  const large = { ...checkpoint, size: 2 ** 53 - 1 }
  const signed = await signCheckpoint(large, ours, logKey.sign)
  expect(await openCheckpoint(signed, [ours])).toEqual(large)
})

test('a wrong signature by our key is refused, a right one beside it or not', async () => {
  const signature = Buffer.from(lines.split(' ')[2] ?? '', 'base64')
  const wrong = `— ${origin} ${toBase64(signature.map((byte, at) => (at === 9 ? byte ^ 1 : byte)))}\n`
  expect(await openCheckpoint(`${body}\n\n${wrong}`, [ours])).toBeUndefined()
  expect(await openCheckpoint(`${body}\n\n${wrong}${lines}`, [ours])).toBeUndefined()
  expect(await openCheckpoint(`${body}\n\n${lines}${wrong}`, [ours])).toBeUndefined()
})

test('extension lines are signed and passed over', async () => {
  const text = `${body}\nextension one\nextension two\n`
  expect(await openCheckpoint(await signText(text), [ours])).toEqual(checkpoint)
  expect(await openCheckpoint(note.replace('\n\n', '\nadded\n\n'), [ours])).toBeUndefined()
})

describe('a checkpoint is not believed', () => {
  test('without a key, or with another', async () => {
    expect(await openCheckpoint(note, [])).toBeUndefined()
    expect(await openCheckpoint(note, [strangers])).toBeUndefined()
  })

  test('under another name', async () => {
    const other = { ...ours, name: 'other.example/log' }
    expect(await openCheckpoint(note, [other])).toBeUndefined()
    expect(
      await openCheckpoint(await signCheckpoint(checkpoint, other, logKey.sign), [ours, other]),
    ).toBeUndefined()
  })

  test.for([
    ['origin', note.replace(origin, 'other.example/log')],
    ['size', note.replace('\n2\n', '\n3\n')],
    ['root', note.replace(toBase64(root), toBase64(referenceRoot([utf8('three')])))],
    ['signature’s name', note.replace(`— ${origin}`, '— other.example/log')],
  ])('when its %s is another', async ([, changed]) => {
    expect(changed).not.toBe(note)
    expect(await openCheckpoint(changed ?? '', [ours])).toBeUndefined()
  })

  test.for([
    ['nothing', ''],
    ['two line breaks', '\n\n'],
    ['a body alone', `${body}\n`],
    ['a body without signatures', `${body}\n\n`],
    ['no line break at the end', note.slice(0, -1)],
    ['line breaks of Windows', note.replaceAll('\n', '\r\n')],
    ['one line break of Windows', note.replace(/\n$/, '\r\n')],
    ['a line that is no signature', `${note}a line\n`],
    ['an empty line at the end', `${note}\n`],
    ['a hyphen for the dash', note.replace('—', '-')],
    ['two spaces', note.replace(`— ${origin} `, `— ${origin}  `)],
    ['a signature that is not base64', note.replace(/=*\n$/, '!\n')],
    ['a signature with nothing but a key’s id', `${body}\n\n— ${origin} AAAAAA==\n`],
  ])('when it is malformed: %s', async ([, text]) => {
    expect(await openCheckpoint(text ?? '', [ours])).toBeUndefined()
  })

  test.for([
    ['size 0', `${origin}\n0\n${toBase64(root)}\n`],
    ['a size with a zero before it', `${origin}\n02\n${toBase64(root)}\n`],
    ['a negative size', `${origin}\n-2\n${toBase64(root)}\n`],
    ['a size that is no number', `${origin}\n2e1\n${toBase64(root)}\n`],
    ['a size above 2^53', `${origin}\n9007199254740992\n${toBase64(root)}\n`],
    ['a root with a byte too few', `${origin}\n2\n${toBase64(root.slice(1))}\n`],
    ['a root that is not base64', `${origin}\n2\n${'!'.repeat(44)}\n`],
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
  test('is read as it was written', async () => {
    expect(await fromVkey(await toVkey(ours))).toEqual(ours)
  })

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
    'PeterNeumann',
    'PeterNeumann+c74f20a3+',
    'PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'PeterNeumanm+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'PeterNeumann+c74f20a3+Ahpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10Q=',
    'Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  ])('is refused when it is malformed: %s', async (vkey) => {
    expect(await fromVkey(vkey)).toBeUndefined()
  })
})

test('a note that two keys signed is believed by anyone who knows either, and not if one is wrong', async () => {
  const theirs = { name: ours.name, publicKey: strangersKey.publicKey }
  const both = await cosignCheckpoint(note, theirs, strangersKey.sign)
  expect(both.startsWith(note)).toBe(true)
  for (const keys of [[ours], [theirs], [ours, theirs]]) {
    expect(await openCheckpoint(both, keys)).toEqual(checkpoint)
  }
  const wrong = await cosignCheckpoint(note, theirs, logKey.sign)
  expect(await openCheckpoint(wrong, [ours, theirs])).toBeUndefined()
})

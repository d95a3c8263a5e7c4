import { expect, test } from 'vitest'
import { zip } from '@naic/test/support/zip-file.ts'
import { unpacksWithin } from './unpacks-within.ts'

const megabyte = 1024 * 1024
const part = (name: string, megabytes: number, size?: number) => ({
  name,
  bytes: Buffer.alloc(megabytes * megabyte, 'A'),
  ...(size === undefined ? {} : { size }),
})

test.each([
  ['one part of so many bytes', [part('a', 8)], true],
  ['one byte more', [part('a', 8), { name: 'b', bytes: 'x' }], false],
  ['several parts that are too much together', [part('a', 5), part('b', 5)], false],
  ['a directory that says less than there is', [part('a', 60, 1_000)], false],
])('the bytes of %s are counted as they are unpacked', async (_what, parts, isWithin) => {
  expect(await unpacksWithin(zip(parts), 8 * megabyte)).toBe(isWithin)
})

test('what is no zip file is refused as that', async () => {
  await expect(unpacksWithin(Buffer.from('My resume.'), megabyte)).rejects.toThrow('zip')
})

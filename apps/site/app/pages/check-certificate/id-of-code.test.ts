import { expect, test } from 'vitest'
import { idOfCode } from './id-of-code.ts'

test.each([
  ['https://naic.example/verify/NAIC25A7K2M', 'NAIC25A7K2M'],
  ['https://NAIC.example/verify/naic25a7k2m/', 'NAIC25A7K2M'],
  ['https://naic.example/verify/NAIC25A7K2M?from=paper#top', 'NAIC25A7K2M'],
  ['https://naic.example/verify/', undefined],
  ['https://naic.example/verify/%2e%2e%2fadmin', undefined],
  ['https://naic.example/apply', undefined],
  ['https://naic.example.evil.example/verify/NAIC25A7K2M', undefined],
  ['https://evil.example/?https://naic.example/verify/NAIC25A7K2M', undefined],
  ['https://naic.example@evil.example/verify/NAIC25A7K2M', undefined],
  ['http://naic.example/verify/NAIC25A7K2M', undefined],
  ['javascript:alert(1)//https://naic.example/verify/NAIC25A7K2M', undefined],
  ['NAIC25A7K2M', undefined],
  ['', undefined],
])('the code %s leads to %s', (text, id) => {
  expect(idOfCode(text, 'https://naic.example')).toBe(id)
})

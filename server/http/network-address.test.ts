import { expect, test } from 'vitest'
import { networkAddress, networksOf } from './network-address.ts'

test('an IPv4 address counts by itself, also where it is mapped into IPv6', () => {
  expect(networkAddress('203.0.113.9')).toBe('203.0.113.9')
  expect(networkAddress('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkAddress('::ffff:cb00:7109')).toBe('203.0.113.9')
})

test('all addresses of one /64 count as one, however they are written', () => {
  const one = networkAddress('2001:db8:0:7::1')
  expect(networkAddress('2001:0DB8:0000:0007:ffff:ffff:ffff:ffff')).toBe(one)
  expect(networkAddress('2001:db8:0:7:1:2:3:4')).toBe(one)
  expect(networkAddress('2001:db8:0:8::1')).not.toBe(one)
})

test('short and local addresses are told apart as well', () => {
  expect(networkAddress('::1')).toBe('0:0:0:0')
  expect(networkAddress('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(networkAddress('2001:db8::')).toBe('2001:db8:0:0')
})

test('what is no address is left as it is', () => {
  expect(networkAddress('unknown')).toBe('unknown')
})

test('an IPv6 address belongs to a /64, a /56 and a /48, an IPv4 address to itself', () => {
  expect(networksOf('2001:db8:7:abcd::1')).toEqual([
    '2001:db8:7:abcd',
    '2001:db8:7:ab00/56',
    '2001:db8:7/48',
  ])
  expect(networksOf('2001:db8:7:ab::1')).toEqual([
    '2001:db8:7:ab',
    '2001:db8:7:0/56',
    '2001:db8:7/48',
  ])
  expect(networksOf('::ffff:203.0.113.9')).toEqual(['203.0.113.9'])
})

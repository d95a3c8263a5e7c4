import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkAddress, NetworkLimit } from './network-limit.ts'

let nowMs: number
beforeEach(() => {
  nowMs = 5_000
})
afterEach(() => vi.useRealTimers())

const limitOf = (perMinute: number) => new NetworkLimit(perMinute, { nowMs: () => nowMs })

const ofIpv4 = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`
/** Each in a /48 of its own. */
const ofIpv6 = (at: number) => `2001:${(at >> 16).toString(16)}:${(at & 65_535).toString(16)}::1`

test('each sender has its own minute, which begins with its first time', () => {
  const limit = limitOf(2)
  expect(limit.take('a')).toBe(0)
  nowMs += 20_000
  expect(limit.take('a')).toBe(0)
  expect(limit.take('a')).toBe(40_000)
  expect(limit.take('a'), 'trying makes it no longer').toBe(40_000)
  expect(limit.take('b')).toBe(0)
  nowMs += 39_999
  expect(limit.take('a')).toBe(1)
  nowMs += 1
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 0])
  expect(limit.take('a')).toBe(60_000)
})

test('asking how long there is to wait counts nothing', () => {
  const limit = limitOf(1)
  expect([limit.waitMs('a'), limit.waitMs('a'), limit.take('a')]).toEqual([0, 0, 0])
  nowMs += 15_000
  expect([limit.waitMs('a'), limit.take('a'), limit.waitMs('b')]).toEqual([45_000, 45_000, 0])
})

test('the networks of one /48 may together four times what one sender may, those of a /56 twice', () => {
  const countTaken = (networks: string[]) => {
    const limit = limitOf(10)
    const senders = networks.flatMap((network) => Array.from({ length: 10 }, () => `${network}::1`))
    return senders.filter((ip) => limit.take(ip) === 0).length
  }
  const numbers = Array.from({ length: 256 }, (_, at) => at)
  expect(countTaken(numbers.map((at) => `2001:db8:7:${at.toString(16)}`))).toBe(20)
  expect(countTaken(numbers.map((at) => `2001:db8:7:${at.toString(16)}00`))).toBe(40)
  expect(countTaken(numbers.map((at) => `2001:db8:${at.toString(16)}:0`))).toBe(2_560)
})

test.each([
  ['IPv4', ofIpv4],
  ['IPv6', ofIpv6],
])(
  'however many senders come, what is kept of them is bounded, and forgotten minutes later: %s',
  (_kind, ipOf) => {
    const limit = limitOf(1)
    for (let at = 0; at < 60_000; at += 1) limit.take(ipOf(at))
    expect(limit.kept).toBeGreaterThanOrEqual(25_000)
    expect(limit.kept).toBeLessThanOrEqual(50_000)
    for (let minute = 1; minute <= 2; minute += 1) {
      nowMs += 60_000
      limit.take('a')
    }
    expect(limit.kept).toBeLessThan(5)
  },
)

test('a sender that used up its minute is remembered though 25,000 others come by', () => {
  const limit = limitOf(1)
  limit.take('a')
  for (let at = 0; at < 25_000; at += 1) limit.take(ofIpv4(at))
  expect(limit.take('a')).toBe(60_000)
})

test('the time of day may jump either way', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const limit = new NetworkLimit(1)
  limit.take('a')
  for (const jumpMs of [-3_600_000, 7_200_000]) {
    vi.setSystemTime(Date.now() + jumpMs)
    const leftMs = limit.take('a')
    expect(leftMs).toBeGreaterThan(50_000)
    expect(leftMs).toBeLessThanOrEqual(60_000)
  }
})

test('amounts count as much as they are, and what still fits is taken', () => {
  const limit = new NetworkLimit(1_000, { everyMs: 86_400_000, nowMs: () => nowMs })
  expect([limit.take('a', 400), limit.take('a', 400)]).toEqual([0, 0])
  expect(limit.take('a', 400)).toBe(86_400_000)
  expect(limit.take('a', 200)).toBe(0)
  expect(limit.take('a', 1)).toBe(86_400_000)
  expect(limit.take('b', 400)).toBe(0)
  nowMs += 86_400_000
  expect(limit.take('a', 400)).toBe(0)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
  ['203.0.113.9:1001', '203.0.113.9'],
  ['[2001:db8:0:7::1]:1001', '2001:db8:0:7'],
  ['[2001:db8:0:7::1]', '2001:db8:0:7'],
])('%s counts as %s', (address, sender) => {
  expect(networkAddress(address)).toBe(sender)
})

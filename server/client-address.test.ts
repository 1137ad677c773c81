import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'
import { RateLimit } from './rate-limit.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s as %s', (ip, client) => {
  expect(clientAddress(ip)).toBe(client)
})

it('lets so many requests of an address pass in any minute, and others of other addresses', () => {
  const limit = new RateLimit(3)
  const answers = [0, 10, 20, 30].map((ms) => limit.admits('a', ms))

  expect(answers).toEqual([true, true, true, false])
  expect(limit.admits('b', 40)).toBe(true)
  expect(limit.admits('a', 61_000)).toBe(false)
  expect(limit.admits('a', 130_000)).toBe(true)
})

it('knows no limit when there is none', () => {
  const limit = new RateLimit(0)

  expect(Array.from({ length: 5_000 }, () => limit.admits('a', 0)).every(Boolean)).toBe(true)
})

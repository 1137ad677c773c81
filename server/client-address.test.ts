import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'
import { readConfig } from './config.ts'
import { RateLimit, WriteRate } from './rate-limit.ts'

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

/** How many changes one person may make at once, of as many as are tried. */
function changesAtOnce(settings: Readonly<Record<string, string>>, tried: number): number {
  const rate = new WriteRate(readConfig(settings))
  return Array.from({ length: tried }, () => rate.admits(1)).filter(Boolean).length
}

it('lets each person make 600 changes a minute', () => {
  expect(changesAtOnce({}, 5_000)).toBe(600)
  expect(changesAtOnce({ WRITE_LIMIT: '7' }, 20)).toBe(7)

  const rate = new WriteRate(readConfig({ WRITE_LIMIT: '1' }))
  expect([1, 1, 2].map((userId) => rate.admits(userId))).toEqual([true, false, true])
})

it.each(['RATE_LIMIT', 'WRITE_LIMIT'])('lets people make any number of changes with %s=0', (name) => {
  expect(changesAtOnce({ [name]: '0' }, 5_000)).toBe(5_000)
})

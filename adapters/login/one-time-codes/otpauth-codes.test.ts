import { expect, it } from 'vitest'
import { OtpauthCodes } from './otpauth-codes.ts'

/** The secret of RFC 6238, appendix B, and the last digits of its SHA-1 codes. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const OF_THE_STANDARD = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const
const at = (seconds: number): Date => new Date(seconds * 1_000)
const codes = new OtpauthCodes()

it.each(OF_THE_STANDARD)('gives the codes of the standard at %i seconds', (seconds, code) => {
  expect(codes.stepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30))
})

it('takes the code of the half minute before and after, and says which one it was', () => {
  expect(codes.stepOf(SECRET, '287082', at(89))).toBe(1)
  expect(codes.stepOf(SECRET, '287082', at(90))).toBeNull()
  expect(codes.stepOf(SECRET, '287082', at(29))).toBe(1)
  expect(codes.stepOf(SECRET, '287082', at(120))).toBeNull()
})

it('takes nothing else for a code', () => {
  for (const typed of ['', '28708', '2870820', '28708a', '  287082', '２８７０８２'])
    expect(codes.stepOf(SECRET, typed, at(59)), typed).toBeNull()
})

it('makes a new secret of 160 bits each time, and an address that apps read', () => {
  const [one, other] = [codes.newSecret(), codes.newSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(other).not.toBe(one)

  const address = new URL(codes.addressOf(SECRET, { site: 'docs.example.org', username: '梅 & mei' }))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toContain('docs.example.org:梅 & mei')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    ...{ secret: SECRET, issuer: 'docs.example.org', digits: '6', period: '30', algorithm: 'SHA1' },
  })
})

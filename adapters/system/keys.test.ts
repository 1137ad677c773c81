import { expect, it } from 'vitest'
import { SystemKeys } from './keys.ts'

const keys = new SystemKeys()

it('creates random texts of the requested number of bytes', () => {
  const made = new Set(Array.from({ length: 100 }, () => keys.random(32)))

  expect(made.size).toBe(100)
  for (const key of made) expect(Buffer.from(key, 'base64url')).toHaveLength(32)
})

it('digests with SHA-256', () => {
  expect(keys.digest('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})

it('compares texts of any length', () => {
  expect(keys.equal('owl', 'owl')).toBe(true)
  expect(keys.equal('owl', 'owls')).toBe(false)
  expect(keys.equal('', 'owl')).toBe(false)
})

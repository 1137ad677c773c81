import { describe, expect, it } from 'vitest'
import { AesSeals } from './seals.ts'

const seals = new AesSeals(Buffer.alloc(32, 1))

describe('a sealed text', () => {
  it.each(['open sesame', '芝麻开门', '', '🦉'.repeat(500)])('is unsealed unchanged: %s', (plain) => {
    expect(seals.open(seals.seal(plain, 'item:7'), 'item:7')).toBe(plain)
  })

  it('differs each time and does not reveal its content', () => {
    const [first, second] = [seals.seal('open sesame', 'item:7'), seals.seal('open sesame', 'item:7')]

    expect(first).not.toBe(second)
    expect(Buffer.from(first.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('sesame')
  })

  it('cannot be unsealed for another purpose', () => {
    expect(() => seals.open(seals.seal('open sesame', 'item:7'), 'item:8')).toThrow(
      /cannot open item:8.*something else/,
    )
  })

  it('cannot be unsealed after one byte was changed', () => {
    const sealed = seals.seal('open sesame', 'item:7')
    const tampered = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A')

    expect(() => seals.open(tampered.slice(0, -4) + 'AAAA', 'item:7')).toThrow(/damaged/)
    expect(() => seals.open(sealed.slice(0, 20), 'item:7')).toThrow(/damaged/)
  })

  it('is only accepted in one spelling', () => {
    const sealed = seals.seal('open sesame!', 'item:7')
    const [keyId = '', body = ''] = sealed.split('.')
    // 40 bytes: the last character has four unused bits.
    const lastBits = body.slice(0, -1) + String.fromCharCode((body.at(-1) ?? '').charCodeAt(0) + 1)
    expect(Buffer.from(lastBits, 'base64url')).toEqual(Buffer.from(body, 'base64url'))

    for (const other of [
      ...['.', '.x', '=', ' ', '\n', '~'].map((end) => sealed + end),
      ...[` ${body}`, `${body.slice(0, 5)}!${body.slice(5)}`, lastBits].map((text) => `${keyId}.${text}`),
    ])
      expect(() => seals.open(other, 'item:7'), other).toThrow(/damaged/)
  })

  it('gives operators a message when the secret key has changed', () => {
    const sealed = new AesSeals(Buffer.alloc(32, 2)).seal('open sesame', 'item:7')

    expect(() => seals.open(sealed, 'item:7')).toThrow(/sealed with the secret key .* SECRET_KEY/)
  })
})

describe('a digest', () => {
  it('is the same only for the same text, purpose and key', () => {
    const digest = seals.digest('open sesame', 'item:7')

    expect(seals.digest('open sesame', 'item:7')).toBe(digest)
    expect(seals.digest('open sesame', 'item:8')).not.toBe(digest)
    expect(seals.digest('open sesam', 'item:7')).not.toBe(digest)
    expect(new AesSeals(Buffer.alloc(32, 2)).digest('open sesame', 'item:7')).not.toBe(digest)
  })
})

it('only accepts keys of 32 bytes', () => {
  expect(() => new AesSeals(Buffer.alloc(16))).toThrow('16 bytes, 32 are needed')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPictureHost } from './picture-settings.ts'

describe('a host whose pictures are shown', () => {
  it.each(['example.com', 'img.example.com', '*.example.com', 'localhost', 'cdn-1.example.com:8080', '10.0.0.7'])(
    'may be %s',
    (host) => {
      expect(isPictureHost(host)).toBe(true)
    },
  )

  it.each([
    '',
    '*',
    '*.',
    'https://example.com',
    'example.com/a',
    'a b',
    "a;script-src 'unsafe-inline'",
    "'self'",
    'a,b',
  ])('is not %j', (host) => {
    expect(isPictureHost(host)).toBe(false)
  })

  it('never ends the part of the policy it stands in', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('a', '*', '.', ';', ' ', ':', "'", '\n', ',') }),
    )
    fc.assert(fc.property(text, (host) => !isPictureHost(host) || /^[\w.*:-]+$/.test(host)))
  })
})

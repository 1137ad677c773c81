import { expect, it } from 'vitest'
import { deviceOf } from './device.ts'

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    { program: 'Firefox 140', system: 'Linux', kind: 'desktop' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    { program: 'Chrome 141', system: 'macOS Catalina', kind: 'desktop' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    { program: 'Safari 18', system: 'iOS', kind: 'mobile' },
  ],
  ['curl/8.5.0', { program: 'curl/8.5.0', system: null, kind: 'program' }],
  ['', { program: null, system: null, kind: 'program' }],
])('recognises %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device)
})

it('truncates the name of a program with an arbitrary user agent', () => {
  expect(deviceOf('x'.repeat(300)).program).toHaveLength(40)
})

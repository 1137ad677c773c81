import { expect, it } from 'vitest'
import { reasonIn } from './reason.ts'

const failure = (message: string, more: object = {}): Error => Object.assign(new Error(message), more)

it.each([
  ['a code beside the words', failure('greeting never came', { code: 'ETIMEDOUT' }), 'ETIMEDOUT: greeting never came'],
  [
    'a code within the words',
    failure('connect ECONNREFUSED ::1:25', { code: 'ECONNREFUSED' }),
    'connect ECONNREFUSED ::1:25',
  ],
  ['a code without words', failure('', { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a name where there is no code', failure('Not yours', { name: 'AccessDenied' }), 'AccessDenied: Not yours'],
  ['the first of several', new AggregateError([failure('first'), failure('second')]), 'first'],
  ['the first line', failure('first\nsecond'), 'first'],
  ['no address of anybody', failure('550 <mei@example.org> unknown'), '550 <…> unknown'],
  [
    'a certificate that is not trusted, with the setting that helps',
    failure('self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca', {
      code: 'ESOCKET',
    }),
    'ESOCKET: self-signed certificate; NODE_EXTRA_CA_CERTS names a file with the certificate of its authority',
  ],
  ['no password of an address', failure('cannot reach smtp://a:b@host'), 'cannot reach …'],
])('describes %s', (_, error, told) => {
  expect(reasonIn(error)).toBe(told)
})

import { expect, it } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { silentLog } from '#tests/support/services.ts'
import { RememberedErrors } from './remembered-errors.ts'

it('remembers the last errors with their requests, and hands all of them on', () => {
  const told: unknown[] = []
  const log = new RememberedErrors({ ...silentLog, error: (message) => told.push(message) })

  for (let number = 1; number <= 60; number += 1)
    log.error(`failure ${number}`, new TypeError('x'), { requestId: `request-${number}` })

  expect(told).toHaveLength(60)
  expect(log.list()).toHaveLength(50)
  expect(log.list()[0]).toMatchObject({ said: 'failure 60', kind: 'TypeError', requestId: 'request-60' })
})

it('tells nothing of what an error was about (threats K3)', () => {
  const log = new RememberedErrors(silentLog)
  const secret = 'geheim hunter2'

  log.error('a request failed', Object.assign(new Error(secret), { detail: secret, code: '53100' }), {
    requestId: 'request-1',
    path: secret,
    token: secret,
  })
  log.error('a request failed', Object.assign(new Error(secret), { name: secret, code: secret }), {})
  log.error('a request failed', secret)

  expect(JSON.stringify(log.list())).not.toMatch(/geheim|hunter2/)
  expect(log.list().map(({ kind }) => kind)).toEqual(['', '', 'Error 53100'])
})

it('leaves out that the database is away, which is told once', () => {
  const log = new RememberedErrors(silentLog)

  log.error('a call failed', new DomainError('databaseAway'))

  expect(log.list()).toEqual([])
})

import { expect, it } from 'vitest'
import { Outage } from './outage.ts'

const REFUSED = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })

it('tells of an outage once a minute for as long as somebody asks, without the password, and of its end once', () => {
  const told: string[] = []
  let now = 0
  const outage = new Outage(
    'postgresql://octavo:secret@db.lan/octavo',
    (text) => void told.push(text),
    () => now,
  )
  const away =
    'PostgreSQL at db.lan:5432 does not answer (connect ECONNREFUSED 10.0.0.5:5432); what needs it is refused until it does'

  outage.end()
  for (now = 0; now < 120_000; now += 100) outage.note(REFUSED)
  outage.end()
  outage.end()

  expect(told).toEqual([away, away, 'PostgreSQL at db.lan:5432 answers again'])
})

it('takes no error of a statement for one', () => {
  const told: string[] = []

  new Outage('postgresql://db.lan/octavo', (text) => void told.push(text)).note(new Error('syntax error'))

  expect(told).toEqual([])
})

import { expect, it } from 'vitest'
import { FixedClock } from '#tests/support/services.ts'
import { RedisOutage } from './redis-outage.ts'

const REFUSED = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:6379'), { code: 'ECONNREFUSED' })
const AWAY = expect.stringMatching(/^redis at cache\.lan does not answer: connect ECONNREFUSED 10\.0\.0\.5:6379; jobs/)
const BACK = 'redis at cache.lan answers again'

function outageWithLog() {
  const told: string[] = []
  const clock = new FixedClock()
  const outage = new RedisOutage('redis at cache.lan', clock, { warn: (text) => void told.push(text) })
  return { outage, clock, told }
}

it('tells of an outage once, however long it lasts and however many notice it, and once of its end', () => {
  const { outage, clock, told } = outageWithLog()
  outage.found()

  for (let second = 0; second < 600; second += 1) {
    outage.cut()
    outage.lost(REFUSED)
    clock.advance(1_000)
  }
  outage.found()
  outage.found()

  expect(told).toEqual([AWAY, BACK])
})

it('tells at most once a minute of one that comes and goes, and never that it is back without the other', () => {
  const { outage, clock, told } = outageWithLog()

  for (let second = 0; second < 120; second += 1) {
    outage.lost(REFUSED)
    outage.found()
    clock.advance(1_000)
  }

  expect(told).toEqual([AWAY, BACK, AWAY, BACK])
})

it('knows since when it is as it is, and not when that was last noticed', () => {
  const { outage, clock } = outageWithLog()
  const begin = clock.now()
  expect(outage.state).toEqual({ isReachable: false, since: begin })

  clock.advance(1_000)
  outage.found()
  const found = clock.now()
  clock.advance(1_000)
  outage.found()

  expect(outage.state).toEqual({ isReachable: true, since: found })
  outage.cut()
  expect(outage.state).toEqual({ isReachable: false, since: clock.now() })
})

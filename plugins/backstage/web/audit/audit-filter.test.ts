import { expect, it } from 'vitest'
import { filterOf, NO_FILTER } from './audit-filter.ts'

it('asks for everything when nothing is typed', () => {
  expect(filterOf(NO_FILTER)).toEqual({})
})

it("uses whole days in the viewer's time zone, including all hours of the last one", () => {
  const { from, to } = filterOf({ ...NO_FILTER, from: '2026-02-28', to: '2026-02-28' })

  expect(from).toBe(new Date(2026, 1, 28).toISOString())
  expect(to).toBe(new Date(2026, 2, 1).toISOString())
})

it('leaves out spaces around an address', () => {
  expect(filterOf({ ...NO_FILTER, address: ' 10.1. ' })).toEqual({ address: '10.1.' })
  expect(filterOf({ ...NO_FILTER, address: ' ' })).toEqual({})
})

it.each([
  [' mei ', { username: 'mei' }],
  ['#12', { personId: 12 }],
  ['#0', { username: '#0' }],
  ['#12345678901', { username: '#12345678901' }],
  ['  ', {}],
])('reads %j as a username, or as the number of an account', (person, called) => {
  expect(filterOf({ ...NO_FILTER, person })).toEqual(called)
})

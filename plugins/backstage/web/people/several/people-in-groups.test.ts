import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addedInGroups, inGroups, joinedPlans, type PlannedPerson } from './people-in-groups.ts'

const person = (row: number, facts: object = {}) => ({ row, username: '', name: '', email: '', password: '', ...facts })
const planned = (row: number, facts: object, problems: readonly (readonly [string, string])[] = []): PlannedPerson => ({
  person: person(row, facts),
  deed: 'password' in facts ? 'add' : 'invite',
  problems: problems.map(([field, problem]) => ({ field, problem })),
})

it('adds everybody once and in order, with few passwords in each call', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 700 }), (haveOnes) => {
      const people = haveOnes.map((hasOne, at) => person(at, hasOne ? { password: 'a long sentence' } : {}))

      const groups = addedInGroups(people)

      expect(groups.flat()).toEqual(people)
      for (const group of groups) {
        expect(group.length).toBeGreaterThan(0)
        expect(group.length).toBeLessThanOrEqual(100)
        expect(group.filter(({ password }) => password !== '').length).toBeLessThanOrEqual(20)
      }
    }),
  )
})

it('looks at everybody once', () => {
  const numbers = Array.from({ length: 10_001 }, (_, at) => at)

  expect(inGroups(numbers, 500).flat()).toEqual(numbers)
  expect(inGroups(numbers, 500)).toHaveLength(21)
  expect(inGroups([], 500)).toEqual([])
})

it('gives a name or an address to the first good row, whatever group it is in, and tells all that is wrong', () => {
  const weak = ['password', 'passwordTooWeak'] as const
  const rows = [
    planned(1, { username: 'Mei', password: 'x' }, [weak]),
    planned(2, { username: 'mei', password: 'a long sentence' }),
    planned(3, { username: 'ＭＥＩ', password: 'x' }, [weak]),
    planned(4, { username: 'mei', email: 'mei@example.org' }),
    planned(5, { username: 'lin', email: 'MEI@example.org', password: 'a long sentence' }),
    planned(6, { username: 'lin', password: 'a long sentence' }),
    planned(7, { username: 'lin', password: 'a long sentence' }, [['username', 'usernameTaken']]),
  ]

  expect(joinedPlans(rows).map(({ problems }) => problems.map(({ problem }) => problem))).toEqual([
    ['passwordTooWeak'],
    [],
    ['passwordTooWeak', 'usernameTaken'],
    [],
    ['emailTaken'],
    [],
    ['usernameTaken'],
  ])
})

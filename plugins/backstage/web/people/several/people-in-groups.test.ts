import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ADDED_AT_ONCE, inGroups, joinedPlans, LOOKED_AT_ONCE, type PlannedPerson } from './people-in-groups.ts'

const person = (row: number, facts: object = {}) => ({ row, username: '', name: '', email: '', password: '', ...facts })
const planned = (row: number, facts: object, problems: readonly (readonly [string, string])[] = []): PlannedPerson => ({
  person: person(row, facts),
  deed: 'password' in facts ? 'add' : 'invite',
  isFurtherInvitation: 'isFurther' in facts,
  problems: problems.map(([field, problem]) => ({ field, problem })),
})

it.each([LOOKED_AT_ONCE, ADDED_AT_ONCE])(
  'has everybody in one group, in order, with no more than %o in each',
  (most) => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 700 }), (haveOnes) => {
        const people = haveOnes.map((hasOne, at) => person(at, hasOne ? { password: 'a long sentence' } : {}))

        const groups = inGroups(people, most)

        expect(groups.flat()).toEqual(people)
        for (const group of groups) {
          expect(group.length).toBeGreaterThan(0)
          expect(group.length).toBeLessThanOrEqual(most.people)
          expect(group.filter(({ password }) => password !== '').length).toBeLessThanOrEqual(most.passwords)
        }
      }),
    )
  },
)

it('has room for as many invitations as the site, whatever group they are in, and for those that replace one', () => {
  const further = (row: number, email: string) => planned(row, { email, isFurther: true })
  const rows = [
    further(1, 'one@example.org'),
    further(2, 'ONE@example.org'),
    planned(3, { email: 'again@example.org' }),
    further(4, 'two@example.org'),
    further(5, 'three@example.org'),
    planned(6, { email: 'other@example.org' }),
    planned(7, { username: 'mei', password: 'a long sentence' }),
  ]

  expect(joinedPlans(rows, 2).map(({ problems }) => problems.map(({ problem }) => problem))).toEqual([
    ...[[], ['emailTaken'], [], [], ['tooMany'], [], []],
  ])
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

  expect(joinedPlans(rows, 2_000).map(({ problems }) => problems.map(({ problem }) => problem))).toEqual([
    ['passwordTooWeak'],
    [],
    ['passwordTooWeak', 'usernameTaken'],
    [],
    ['emailTaken'],
    [],
    ['usernameTaken'],
  ])
})

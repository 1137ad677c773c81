import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergedEnvironments } from './environment-merge.ts'
import type { Environment } from './environment.ts'

const environment = (name: string, values: Readonly<Record<string, string>>, hosts: readonly string[] = []) => ({
  name,
  variables: Object.entries(values).map(([key, value]) => ({ name: key, value })),
  hosts: [...hosts],
})

it('takes what each window changed', () => {
  const before = [environment('A', { a: '1', b: '1' }, ['x', 'y']), environment('B', {})]
  const mine = [environment('A', { a: '2', b: '1', c: '1' }, ['x', 'y', 'z']), environment('C', {})]
  const theirs = [environment('A', { a: '1', b: '2' }, ['y']), environment('B', {}), environment('D', {})]

  expect(mergedEnvironments(before, mine, theirs)).toEqual([
    environment('A', { a: '2', b: '2', c: '1' }, ['y', 'z']),
    environment('D', {}),
    environment('C', {}),
  ])
})

it('loses nothing that was changed to what was deleted, and says when both gave a value', () => {
  const before = [environment('A', { a: '1' })]

  expect(mergedEnvironments(before, [], [environment('A', { a: '2' })])).toEqual([environment('A', { a: '2' })])
  expect(mergedEnvironments(before, [environment('A', { a: '2' })], [])).toEqual([environment('A', { a: '2' })])
  expect(mergedEnvironments(before, [environment('A', {})], [environment('A', { a: '2' })])).toEqual([
    environment('A', { a: '2' }),
  ])
  expect(mergedEnvironments(before, [environment('A', { a: '2' })], [environment('A', { a: '3' })])).toBeNull()
  expect(mergedEnvironments([], [environment('A', { a: '2' })], [environment('A', { a: '3' })])).toBeNull()
})

const list = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('A', 'B'),
    variables: fc.uniqueArray(
      fc.record({ name: fc.constantFrom('a', 'b', '__proto__'), value: fc.constantFrom('1', '2') }),
      {
        selector: ({ name }) => name,
      },
    ),
    hosts: fc.uniqueArray(fc.constantFrom('x', 'y')),
  }),
  { selector: ({ name }) => name },
)
const valuesIn = (environments: readonly Environment[]) =>
  environments.flatMap(({ name, variables }) => variables.map((each) => `${name} ${each.name}=${each.value}`))

it('keeps every value that one of them gave, and no host that one of them took away', () => {
  fc.assert(
    fc.property(list, list, list, (before, mine, theirs) => {
      const merged = mergedEnvironments(before, mine, theirs)
      if (merged === null) return
      const kept = valuesIn(merged)
      for (const side of [mine, theirs])
        for (const value of valuesIn(side)) if (!valuesIn(before).includes(value)) expect(kept).toContain(value)
      for (const { name, hosts } of merged)
        for (const host of hosts)
          expect([...mine, ...theirs].filter((each) => each.name === name).flatMap((each) => each.hosts)).toContain(
            host,
          )
      expect(mergedEnvironments(mine, mine, theirs)).toEqual(theirs)
    }),
  )
})

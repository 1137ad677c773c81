// @vitest-environment jsdom
import { setTimeout } from 'node:timers/promises'
import { act, useEffect } from 'react'
import { expect, it } from 'vitest'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import { isGood } from './people-in-groups.ts'
import { useSeveralPeople, type SeveralPeople } from './use-several-people.ts'
import type { TypedPerson } from './people-rows.ts'

interface Sent {
  readonly people: readonly { readonly username: string }[]
}

/** A server that knows these usernames; `before` is called with each group before it is added. */
async function scene(taken: readonly string[], before: (group: number) => unknown = () => {}) {
  const known = new Set(taken)
  const groups: string[][] = []
  const rendered: SeveralPeople[] = []
  function Probe() {
    const several = useSeveralPeople()
    useEffect(() => void rendered.push(several))
    return null
  }
  const page = await mounted(<Probe />, {
    'adminUser.previewSeveral': ({ people }: Sent) => ({
      invitationsLeft: 2_000,
      rows: people.map(({ username }) => ({
        ...{ deed: 'add', isFurtherInvitation: false },
        problems: known.has(username) ? [{ field: 'username', problem: 'usernameTaken' }] : [],
      })),
    }),
    'adminUser.addSeveral': async ({ people }: Sent) => {
      await before(groups.length)
      if (people.some(({ username }) => known.has(username))) throw new Refused('usernameTaken')
      groups.push(people.map(({ username }) => username))
      for (const { username } of people) known.add(username)
      return { added: people.length, invited: 0 }
    },
  })
  const now = (): SeveralPeople => {
    const last = rendered.at(-1)
    if (!last) throw new Error('nothing was rendered')
    return last
  }
  return { ...page, known, groups, now }
}
const people = (count: number): readonly TypedPerson[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ row: at + 1, username: `user${at}`, name: '', email: '', password: 'a long sentence' },
  }))
const namesOf = ({ planned }: SeveralPeople, problem: string) =>
  planned?.filter((row) => row.problems.some((each) => each.problem === problem)).map(({ person }) => person.username)

it('adds everybody who can be added, in several calls', async () => {
  const { groups, now } = await scene(['user3'])
  await act(async () => now().look(people(45)))
  await until(() => now().planned)
  expect(namesOf(now(), 'usernameTaken')).toEqual(['user3'])

  let all: unknown = null
  await act(async () => now().add((done) => (all = done)))
  await until(() => all)

  expect(all).toEqual({ added: 44, invited: 0 })
  expect(groups.map((group) => group.length)).toEqual([20, 20, 4])
  expect(now().planned?.map(({ person }) => person.username)).toEqual(['user3'])
})

it('tells what was done when a part is refused, and looks again at the rest', async () => {
  const { known, groups, now } = await scene([], (group) => {
    // Somebody else takes a name meanwhile.
    if (group === 1) known.add('user30')
  })
  await act(async () => now().look(people(45)))
  await until(() => now().planned)
  let isDone = false

  await act(async () => now().add(() => (isDone = true)))
  await until(() => now().error !== null && now().progress === null)

  expect(isDone).toBe(false)
  expect(now().done).toEqual({ added: 20, invited: 0 })
  expect(namesOf(now(), 'usernameTaken')).toEqual(['user30'])
  expect(now().planned?.filter(isGood)).toHaveLength(24)
  await act(async () => now().add(() => (isDone = true)))
  await until(() => isDone)
  expect(now().done).toEqual({ added: 44, invited: 0 })
  expect(groups.flat()).toHaveLength(44)

  await act(async () => now().forget())
  expect(now().done).toEqual({ added: 0, invited: 0 })
})

it('adds nobody else once it is left', async () => {
  const answer = Promise.withResolvers<void>()
  const { leave, groups, now } = await scene([], () => answer.promise)
  await act(async () => now().look(people(45)))
  await until(() => now().planned)
  let isDone = false

  await act(async () => now().add(() => (isDone = true)))
  await leave()
  answer.resolve()
  await until(() => groups.length > 0)
  // What follows is sent without a pause.
  for (let turn = 0; turn < 10; turn += 1) await act(() => setTimeout(0))

  expect([groups.length, isDone]).toEqual([1, false])
})

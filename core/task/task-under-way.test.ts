import { expect, it } from 'vitest'
import type { CommandContext } from '../context.ts'
import { taskUnderWay } from './task-under-way.ts'

/** A store with one task, which another server takes up, or gives back, after each look at it. */
function changing(...states: readonly ('waiting' | 'running' | 'done')[]) {
  const rest = [...states]
  const list = async ({ state }: { readonly state: string | null }) => {
    const now = rest.length > 1 ? rest.shift() : rest[0]
    const task = { id: 7, kind: 'carry', endedAt: now === 'done' ? new Date() : null }
    return { list: state === null || state === now ? [task] : [], total: 1 }
  }
  const parts = { store: { tasks: { list } }, services: { clock: { now: () => new Date() } } }
  return parts as unknown as CommandContext
}

it.each([
  ['begins', ['waiting', 'running'] as const],
  ['is given back', ['running', 'waiting'] as const],
])('finds a task that %s while it is looked for', async (_, states) => {
  expect(await taskUnderWay(changing(...states), 'look', 'carry')).toBe(7)
})

it('finds neither one of another kind nor one that has ended', async () => {
  expect(await taskUnderWay(changing('running'), 'look')).toBeNull()
  expect(await taskUnderWay(changing('done'), 'carry')).toBeNull()
})

// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import type { ShownTask } from './shown-task.ts'
import { TaskWatch } from './task-watch.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})

const TASK: ShownTask = {
  ...{ taskId: 7, kind: 'numbers.count', title: 'Write chapters', state: 'running', done: 1, of: 2, what: 'Chapter 2' },
  ...{ failure: '', resultText: '', resultPath: '', fileName: '', fileBytes: 0, fileUrl: '' },
  ...{ username: 'mei', startedAt: '2026-03-01T09:30:00.000Z' },
}

it.each([
  ['what runs', TASK, 'One task is running'],
  ['what failed', { ...TASK, state: 'failed', failure: 'the disk is full' } as const, 'One task failed'],
])('a phone is told of %s in one line, which covers no form until somebody unfolds it', async (_, task, line) => {
  const { place } = await mounted(<TaskWatch />, { 'task.list': () => ({ list: [task], total: 1 }) })
  await until(() => place.querySelector('h2'))

  expect(place.querySelector('h2')?.textContent).toBe(line)
  expect(place.querySelector('.task-title')).toBeNull()
})

it('somebody with a phone sees the tasks after unfolding them', async () => {
  const { place } = await mounted(<TaskWatch />, { 'task.list': () => ({ list: [TASK], total: 1 }) })
  await until(() => place.querySelector('h2'))

  await act(async () => place.querySelector<HTMLButtonElement>('button[aria-expanded=false]')?.click())

  expect(place.querySelector('.task-title')?.textContent).toBe('Write chapters')
})

// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import type { ShownTask } from './shown-task.ts'

beforeEach(() => {
  // The panel keeps its state from screen to screen.
  vi.resetModules()
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})

const TASK: ShownTask = {
  ...{ taskId: 7, kind: 'numbers.count', title: 'Write chapters', state: 'running', done: 1, of: 2, what: 'Chapter 2' },
  ...{ failure: '', resultText: '', resultPath: '', fileName: '', fileBytes: 0, fileUrl: '' },
  ...{ username: 'mei', startedAt: '2026-03-01T09:30:00.000Z' },
}

/** A screen with these tasks. */
async function shown(...list: readonly ShownTask[]): Promise<HTMLElement> {
  const { mounted, until } = await import('#tests/support/mounted.tsx')
  const { TaskWatch } = await import('./task-watch.tsx')
  const { place } = await mounted(<TaskWatch />, { 'task.list': () => ({ list, total: list.length }) })
  await until(() => place.querySelector('h2'))
  return place
}

const FAILED: ShownTask = { ...TASK, taskId: 8, state: 'failed', failure: 'the disk is full' }

it.each([
  ['what runs', [TASK], 'One task is running'],
  ['what failed', [FAILED], 'One task failed'],
  ['what failed while another runs', [TASK, FAILED], 'One task failed'],
])('a phone is told of %s in one line, which covers no form until somebody unfolds it', async (_, tasks, line) => {
  const place = await shown(...tasks)

  expect(place.querySelector('h2')?.textContent).toBe(line)
  expect(place.querySelector('.task-title')).toBeNull()
})

it('somebody with a phone sees the tasks after unfolding them', async () => {
  const place = await shown(TASK)

  await act(async () => place.querySelector<HTMLButtonElement>('button[aria-expanded=false]')?.click())

  expect(place.querySelector('.task-title')?.textContent).toBe('Write chapters')
})

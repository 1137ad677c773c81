// @vitest-environment jsdom
import { act, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { FollowedTask } from './followed-task.tsx'
import { TaskWatch } from './task-watch.tsx'
import type { ShownTask } from './shown-task.ts'

beforeEach(stubResizeObserver)

const TASK: ShownTask = {
  taskId: 7,
  kind: 'numbers.count',
  title: 'Write chapters',
  state: 'running',
  done: 1,
  of: 2,
  what: 'Chapter 2',
  failure: '',
  resultText: '',
  resultPath: '',
  fileName: '',
  fileBytes: 0,
  fileUrl: '',
  username: 'mei',
  startedAt: '2026-03-01T09:30:00.000Z',
}

/** The watch on a site with these tasks. */
async function watching(...tasks: readonly ShownTask[]) {
  const site = { tasks, asked: 0, cancelled: [] as number[] }
  const { place } = await mounted(<TaskWatch />, {
    'task.list': () => {
      site.asked += 1
      return { list: site.tasks, total: site.tasks.length }
    },
    'task.cancel': ({ taskId }: { readonly taskId: number }) => {
      site.cancelled.push(taskId)
      site.tasks = [{ ...TASK, state: 'cancelled' }]
      return site.tasks[0]
    },
    'task.dismiss': () => {
      site.tasks = []
      return {}
    },
  })
  const press = (label: string) =>
    act(async () => place.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)?.click())
  return { site, place, press, text: () => place.textContent ?? '' }
}

it('renders nothing for people without tasks, and asks once', async () => {
  const { site, place } = await watching()

  await until(() => site.asked > 0)

  expect(place.innerHTML).toBe('')
  expect(site.asked).toBe(1)
})

// First, because it stays unfolded for the tests below.
it('stays folded for what went well before, until somebody unfolds it', async () => {
  const { place, press } = await watching({ ...TASK, state: 'done' })
  await until(() => place.querySelector('h2'))
  expect(place.querySelector('.task-title')).toBeNull()

  await press('Expand the tasks')

  expect(place.querySelectorAll('.task-title')).toHaveLength(1)
})

it('shows how far a task is, asks again while it runs, and tells how it ended', async () => {
  const { site, place, text } = await watching(TASK)
  await until(() => place.querySelector('progress'))
  const progress = place.querySelector('progress')
  expect([progress?.value, progress?.max, progress?.getAttribute('aria-label')]).toEqual([
    1,
    2,
    'Progress of Write chapters',
  ])
  expect(text()).toContain('1 of 2')

  site.tasks = [
    { ...TASK, state: 'done', resultText: 'Written.', fileName: 'a.txt', fileUrl: '/api/task/result?task_id=7' },
  ]
  await until(() => text().includes('Written.'))

  expect(place.querySelector('[aria-live]')?.textContent).toBe('Write chapters is done.')
  expect(place.querySelector('a[download]')?.getAttribute('href')).toBe('/api/task/result?task_id=7')
})

it('cancels a task, and removes it from the list', async () => {
  const { site, text, press, place } = await watching(TASK)
  await until(() => place.querySelector('progress'))

  await press('Cancel Write chapters')
  await until(() => text().includes('Cancelled'))
  expect(site.cancelled).toEqual([7])
  await press('Hide Write chapters')

  await until(() => place.innerHTML === '')
})

it('shows why a task failed', async () => {
  const { text } = await watching({ ...TASK, state: 'failed', failure: 'It took longer than it may.' })

  await until(() => text().includes('It took longer than it may.'))
})

it('leaves a task to the screen that follows it, and shows it on the next one', async () => {
  const SECOND = { ...TASK, taskId: 8, title: 'Read chapters' }
  const site = { tasks: [TASK, SECOND] as readonly ShownTask[] }
  function Screens() {
    const [isAtStart, setAtStart] = useState(true)
    return (
      <>
        {isAtStart && <FollowedTask taskId={7} ended={() => null} />}
        <button type="button" id="leave" aria-label="Leave" onClick={() => setAtStart(false)} />
        <TaskWatch />
      </>
    )
  }
  const { place } = await mounted(<Screens />, {
    'task.list': () => ({ list: site.tasks, total: site.tasks.length }),
    'task.status': ({ taskId }: { readonly taskId: number }) => site.tasks.find((task) => task.taskId === taskId),
  })
  const listed = () => [...place.querySelectorAll('.task-title')].map(({ textContent }) => textContent)

  await until(() => listed().length > 0)
  expect(listed()).toEqual(['Read chapters'])

  await act(async () => place.querySelector<HTMLElement>('#leave')?.click())
  expect(listed()).toEqual(['Write chapters', 'Read chapters'])
})

it('no longer shows a task as running once the screen that follows it shows its outcome', async () => {
  const site = { tasks: [TASK] as readonly ShownTask[], asked: 0 }
  const { place } = await mounted(
    <>
      <FollowedTask taskId={7} ended={() => <b>over</b>} />
      <TaskWatch />
    </>,
    {
      'task.list': () => {
        site.asked += 1
        return { list: site.tasks, total: 1 }
      },
      'task.status': () => site.tasks[0],
    },
  )
  await until(() => site.asked === 1 && place.querySelector('progress'))

  site.tasks = [{ ...TASK, state: 'done' }]

  await until(() => place.querySelector('b'))
  await until(() => site.asked >= 2)
})

it('has one link to what was made, its own or that of the screen', async () => {
  const done: ShownTask = { ...TASK, state: 'done', resultPath: '/12' }
  const openedBelow = async (isOpenedHere: boolean) => {
    const ended = ({ resultPath }: ShownTask) => isOpenedHere && <a href={resultPath}>Open the item</a>
    const { place } = await mounted(<FollowedTask taskId={7} isOpenedHere={isOpenedHere} ended={ended} />, {
      'task.list': () => ({ list: [], total: 0 }),
      'task.status': () => done,
    })
    await until(() => place.querySelector('.task-done'))
    return [...place.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  }

  expect(await openedBelow(false)).toEqual([['Open', '/12']])
  expect(await openedBelow(true)).toEqual([['Open the item', '/12']])
})

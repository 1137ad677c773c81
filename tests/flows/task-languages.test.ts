import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { taskOperations } from '#core/task/operations.ts'
import { numbersPlugin } from '#tests/support/numbers-plugin.ts'
import type { Person } from '#tests/support/people.ts'
import { taskSite, type TaskSite } from '#tests/support/task-site.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

let here: TaskSite
let mayEnd: PromiseWithResolvers<void>
beforeEach(async () => {
  mayEnd = Promise.withResolvers()
  here = await taskSite(numbersPlugin({ reached: (number) => (number === 3 ? mayEnd.promise : undefined) }))
})
afterEach(() => here.close())

it('whoever looks at a task reads its steps and its outcome in their own language', async () => {
  const { admin, editor } = here.world
  admin.session.language = 'zh-cn'
  const seenBy = (person: Person) => person.do(taskOperations.status, { taskId })
  await here.run()
  const taskId = await here.start(editor, 'count')

  await vi.waitFor(async () => expect(await seenBy(editor)).toMatchObject({ what: 'number 2' }), PATIENCE)
  expect(await seenBy(admin)).toMatchObject({ what: '第 2 个数' })
  mayEnd.resolve()
  await vi.waitFor(async () => expect(await seenBy(editor)).toMatchObject({ state: 'done' }), PATIENCE)

  expect(await seenBy(admin)).toMatchObject({ title: '计数', resultText: '数到 3' })
  expect(await seenBy(editor)).toMatchObject({ title: 'Count', resultText: 'Counted to 3' })
})

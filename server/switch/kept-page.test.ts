import { expect, it } from 'vitest'
import { keptText } from './kept-page.ts'

const none = { strangeType: null, pages: [], tables: [] }

it('says what was written on a whiteboard', () => {
  const content = JSON.stringify({ objects: [{ type: 'rect' }, { type: 'group', objects: [{ text: 'Orders <b>' }] }] })

  const text = keptText({ ...none, strangeType: 5, pages: [{ id: 1, title: 'Board', content }] }, 'en', '/attachment/x')

  expect(text).toContain('This item was a whiteboard.')
  expect(text).toContain('[showdoc.json](/attachment/x)')
  expect(text).toContain(String.raw`- Orders \<b\>`)
})

it('says which tasks a kanban board had, in which lists', () => {
  const board = { lists: [{ id: 'l1', title: 'To do' }], archived_lists: [] }
  const task = {
    list_id: 'l1',
    description: 'See it.',
    assignee_username: 'ann',
    due_date: '2026-12-01',
    completed: true,
  }
  const pages = [
    { id: 1, title: '__kanban_board__', content: JSON.stringify(board) },
    { id: 2, title: 'Build', content: JSON.stringify(task) },
    { id: 3, title: 'Lost', content: '{' },
  ]

  const text = keptText({ ...none, strangeType: 6, pages }, 'zh-cn', '/attachment/x')

  expect(text).toContain('此项目原来是看板。')
  expect(text).toMatch(/## To do\n\n- \[x\] \*\*Build\*\* \(ann, 2026-12-01\)\n {2}See it\.\n/)
  expect(text).toMatch(/## 不在任何列表中\n\n- \[ \] \*\*Lost\*\*/)
})

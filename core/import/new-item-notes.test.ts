import { expect, it } from 'vitest'
import type { ImportedItem } from './import-formats.ts'
import { newItemNotes } from './new-item-notes.ts'

const cases: readonly {
  file: Partial<ImportedItem>
  item: Parameters<typeof newItemNotes>[1]
  told: readonly string[]
}[] = [
  { file: {}, item: { type: 'regular', visibility: 'open' }, told: [] },
  {
    file: { visibility: 'password', password: 'larch wood' },
    item: { type: 'regular', visibility: 'password' },
    told: ['has the visit password that is in the file'],
  },
  {
    file: { visibility: 'password' },
    item: { type: 'single', visibility: 'members' },
    told: ['the file has no visit password that can be used'],
  },
  {
    file: { type: 'runapi', visibility: 'members' },
    item: { type: 'runapi', visibility: 'members' },
    told: ['open to its members only, as it was', 'only programs edit its pages'],
  },
  { file: { type: 'table' }, item: { type: 'regular', visibility: 'open' }, told: ['is switched off'] },
]

it.each(cases)('[ADD-15] [ADD-19] an import tells what a new item will be: $told', ({ file, item, told }) => {
  const notes = newItemNotes({ name: 'Shop', ...file }, item, 'en')

  expect(notes).toEqual(told.map((words) => expect.stringContaining(words)))
  expect(newItemNotes({ name: 'Shop', ...file }, item, 'zh-cn')).toHaveLength(told.length)
})

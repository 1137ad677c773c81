import type { Grant } from '#core/member/membership.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import { Disk, memoryDatabase } from './memory-database.ts'
import type { SimulatedWorld } from './simulated-world.ts'

const AT = new Date('2026-03-01T08:00:00Z')
const USERS = [1, 2, 3, 4, 5]
export const FIRST_TEXT = '# Page\n\nAll of them start from this.\n\nIt has a second paragraph.\n'

/** A new world on a new disk. */
export function worldInMemory(): SimulatedWorld {
  const disk = new Disk()
  const itemId = disk.nextId()
  const item: Item = {
    id: itemId,
    name: 'Payments',
    description: '',
    domain: null,
    type: 'regular',
    ownerId: 99,
    visitPassword: null,
    isMembersOnly: false,
    visitGeneration: 0,
    isArchived: false,
    globalParams: { query: [], body: [], header: [] },
    createdAt: AT,
    updatedAt: AT,
  }
  const page: Page = {
    id: disk.nextId(),
    itemId,
    catalogId: null,
    title: 'Page',
    content: FIRST_TEXT,
    order: 99,
    authorId: 99,
    revision: 1,
    createdAt: AT,
    savedAt: AT,
    deletion: null,
  }
  const grant: Grant = { role: 'editor', catalogId: null, teamId: null }
  disk.put('item', itemId, item)
  disk.put('page', page.id, page)
  for (const userId of USERS) disk.put('grant', `${itemId}/${userId}`, grant)
  return {
    database: memoryDatabase(disk),
    itemId,
    pageId: page.id,
    userIds: USERS,
    setClock: (now) => (disk.now = now),
  }
}

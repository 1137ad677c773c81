import { MISSING, pia, tom, vera, type PinnedCall } from './pinned-call.ts'

const page = { page_id: 10 }

/** What leads back to pages, and what those who want to write in the same page say to each other. */
export const START_CALLS: readonly PinnedCall[] = [
  pia('item/find', { keyword: 'writ' }),
  ...[pia('star/add', page), pia('star/add', { item_id: 5 }), pia('star/add'), tom('star/add', { page_id: MISSING })],
  ...[pia('page/noteVisit', page), pia('page/noteVisit', { ...page, has_saved: 1 })],
  ...[pia('star/list'), pia('page/recent'), pia('star/remove', page), tom('star/list'), tom('page/recent')],
  ...[pia('page/lockRequests', page), vera('page/askForLock', page), pia('page/setLock', { ...page, idle_ms: 5 })],
  ...[vera('page/askForLock', page), vera('page/withdrawLockRequest', page), vera('page/askForLock', page)],
  pia('page/declineLockRequest', { ...page, username: 'vera' }),
  pia('page/handOverLock', { ...page, username: 'vera' }),
  pia('page/handOverLock', { ...page, username: 'vera', base_revision: 1 }),
  ...[pia('page/declineLockRequest', { ...page, username: 'vera' }), vera('page/lockRequests', { page_id: MISSING })],
]

/** What came later, at the end of the story: the times of all else stay what they are. */
export const LATER_CALLS: readonly PinnedCall[] = [
  ...[pia('sample/list'), pia('sample/add'), pia('sample/list'), pia('sample/remove'), vera('sample/remove')],
  ...[pia('message/items', { of: 'notices' }), pia('message/items', { of: 'reminders' }), pia('message/items')],
]

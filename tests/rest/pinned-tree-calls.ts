import { MISSING, pia, type PinnedCall } from './pinned-call.ts'

/** The recycle bin, and what changes several things of a tree at once. */
export const TREE_CALLS: readonly PinnedCall[] = [
  pia('recycle/getList', { item_id: 1 }),
  pia('recycle/recover', { item_id: 1, page_id: 4 }),
  pia('recycle/recover', { item_id: 1, page_id: MISSING }),
  pia('catalog/arrange', { item_id: 1, moves: [{ kind: 'page', id: 4, into: 1 }] }),
  pia('catalog/arrange', { item_id: 1, moves: [{ kind: 'page', id: MISSING, into: 1 }] }),
  pia('recycle/deleteSeveral', { item_id: 1, page_ids: [4] }),
  pia('recycle/deleteSeveral', { item_id: 1, cat_ids: [MISSING] }),
  pia('recycle/undo', { item_id: 1, pages: [{ page_id: 4, cat_id: 1 }] }),
  pia('recycle/undo', { item_id: 1, pages: [{ page_id: MISSING, cat_id: 0 }] }),
]

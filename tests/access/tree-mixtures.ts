import { refused, type Mixture } from './mixture.ts'

const catalogName = 'Changed'

/** Calls that change several things of a tree at once. */
export const TREE_MIXTURES: readonly Mixture[] = [
  refused('catalog.arrange', 'my page into their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    moves: [{ kind: 'page', id: mine.pageId, into: theirs.catalogId }],
  })),
  refused('catalog.arrange', 'their page into my catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    moves: [{ kind: 'page', id: theirs.pageId, into: mine.catalogId }],
  })),
  refused('catalog.arrange', 'their catalog into my root', (mine, theirs) => ({
    itemId: mine.itemId,
    moves: [{ kind: 'catalog', id: theirs.catalogId, into: 0 }],
  })),
  refused('catalog.arrange', 'within their item', (mine, theirs) => ({
    itemId: theirs.itemId,
    moves: [{ kind: 'page', id: mine.pageId, into: 0 }],
  })),
  refused('recycle.deleteSeveral', 'their page with mine', (mine, theirs) => ({
    itemId: mine.itemId,
    pageIds: [mine.pageId, theirs.pageId],
  })),
  refused('recycle.deleteSeveral', 'their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    catalogIds: [theirs.catalogId],
  })),
  refused('recycle.undo', 'my item, their page', (mine, theirs) => ({
    itemId: mine.itemId,
    pages: [{ pageId: theirs.recycledId, catalogId: 0 }],
  })),
  refused('recycle.undo', 'a catalog below theirs', (mine, theirs) => ({
    itemId: mine.itemId,
    catalogs: [{ catalogId: 1, catalogName, parentId: theirs.catalogId, order: 1 }],
  })),
]

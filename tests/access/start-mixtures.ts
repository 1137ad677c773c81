import { refused, type Mixture } from './mixture.ts'

/** Calls that name an item or a page to find again, and a page beside a draft. */
export const START_MIXTURES: readonly Mixture[] = [
  refused('star.add', 'my item, their page', ({ itemId }, { pageId }) => ({ itemId, pageId })),
  refused('star.add', 'their item, my page', ({ pageId }, { itemId }) => ({ itemId, pageId })),
  refused('star.remove', 'my item, their page', ({ itemId }, { pageId }) => ({ itemId, pageId })),
  refused('page.handOverLock', 'their page, my colleague', (mine, { pageId }) => ({
    pageId,
    username: mine.mateUsername,
    baseRevision: 1,
    draftId: 'of-one-window',
  })),
]

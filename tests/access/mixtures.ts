import type { Scene } from './scenes.ts'

/** No id of anything. */
export const MISSING = 2_000_000_000
type Ids = Pick<
  Scene,
  | 'itemId'
  | 'ownerId'
  | 'catId'
  | 'pageId'
  | 'pageHistoryId'
  | 'uniqueKey'
  | 'recycledId'
  | 'itemMemberId'
  | 'teamId'
  | 'teamItemMemberId'
  | 'templateId'
  | 'fileId'
  | 'ownFileId'
  | 'visitPassword'
  | 'freeUsername'
  | 'mateUsername'
>
/** What `theirs` is when there is nothing of theirs. */
export const NOTHING: Ids = {
  itemId: MISSING,
  ownerId: MISSING,
  catId: MISSING,
  pageId: MISSING,
  pageHistoryId: MISSING,
  uniqueKey: 'nobodyhasthisone',
  itemMemberId: MISSING,
  recycledId: MISSING,
  teamId: MISSING,
  teamItemMemberId: MISSING,
  templateId: MISSING,
  fileId: MISSING,
  ownFileId: MISSING,
  visitPassword: 'nobody has this one',
  freeUsername: 'nobody',
  mateUsername: 'nobody',
}

interface Mixture {
  readonly operation: string
  readonly mixes: string
  /** Refused, or done without what belongs elsewhere. */
  readonly ends: 'refused' | 'done'
  input(mine: Ids, theirs: Ids): Readonly<Record<string, unknown>>
}
const refused = (operation: string, mixes: string, input: Mixture['input']): Mixture => ({
  operation,
  mixes,
  ends: 'refused',
  input,
})
const done = (...facts: Parameters<typeof refused>): Mixture => ({ ...refused(...facts), ends: 'done' })

const FILE = new Blob(['how we pay'])
const text = { pageTitle: 'Changed', pageContent: 'changed' }
const draft = { draftId: 'of-one-window', keptAt: 1 }
const catName = 'Changed'
const first = { catName, sNumber: 1 }

/** Calls with ids that do not belong together (threats A2), made by the owner of an item and a team about a private item and a team of others. */
export const MIXTURES: readonly Mixture[] = [
  refused('item.add', 'copies theirs', (_, theirs) => ({ itemName: 'Copy', copyItemId: theirs.itemId })),
  done('item.setOrder', 'their item among mine', (mine, theirs) => ({
    data: { [mine.itemId]: 1, [theirs.itemId]: 2 },
  })),
  done('item.info', 'their page to open', (mine, theirs) => ({ itemId: mine.itemId, defaultPageId: theirs.pageId })),
  refused('item.enterPassword', 'my item, their page and password', (mine, theirs) => ({
    itemId: mine.itemId,
    pageId: theirs.pageId,
    password: theirs.visitPassword,
  })),
  refused('item.enterPassword', 'their item, my page and password', (mine, theirs) => ({
    itemId: theirs.itemId,
    pageId: mine.pageId,
    password: mine.visitPassword,
  })),
  refused('item.enterPassword', 'their page, my password', (mine, theirs) => ({
    pageId: theirs.pageId,
    password: mine.visitPassword,
  })),

  refused('page.save', 'my item, their page', (mine, theirs) => ({
    itemId: mine.itemId,
    pageId: theirs.pageId,
    ...text,
  })),
  refused('page.save', 'my page, their catalog', (mine, theirs) => ({
    pageId: mine.pageId,
    catId: theirs.catId,
    ...text,
  })),
  refused('page.save', 'new in my item, their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    catId: theirs.catId,
    ...text,
  })),
  refused('page.save', 'new in their item, my catalog', (mine, theirs) => ({
    itemId: theirs.itemId,
    catId: mine.catId,
    ...text,
  })),
  refused('page.keepDraft', 'my item, their page', (mine, theirs) => ({
    itemId: mine.itemId,
    pageId: theirs.pageId,
    ...text,
    ...draft,
  })),
  refused('page.keepDraft', 'new in their item, my catalog', (mine, theirs) => ({
    itemId: theirs.itemId,
    catId: mine.catId,
    ...text,
    ...draft,
  })),
  refused('page.drafts', 'my item, their page', (mine, theirs) => ({ itemId: mine.itemId, pageId: theirs.pageId })),
  refused('subscription.add', 'my page, their owner', (mine, theirs) => ({
    pageId: mine.pageId,
    uids: [theirs.ownerId],
  })),
  refused('subscription.add', 'their page, me', (mine, theirs) => ({ pageId: theirs.pageId, uids: [mine.ownerId] })),
  done('subscription.remove', 'my page, their owner', (mine, theirs) => ({
    pageId: mine.pageId,
    uids: [theirs.ownerId],
  })),
  refused('subscription.remove', 'their page, their owner', (_, theirs) => ({
    pageId: theirs.pageId,
    uids: [theirs.ownerId],
  })),
  done('page.setOrder', 'my item, their page', (mine, theirs) => ({
    itemId: mine.itemId,
    pages: { [theirs.pageId]: 1 },
  })),
  refused('page.setOrder', 'their item, my page', (mine, theirs) => ({
    itemId: theirs.itemId,
    pages: { [mine.pageId]: 1 },
  })),
  refused('page.setLock', 'my item, their page', (mine, theirs) => ({ itemId: mine.itemId, pageId: theirs.pageId })),
  refused('page.setLock', 'their item, my page', (mine, theirs) => ({ itemId: theirs.itemId, pageId: mine.pageId })),
  refused('page.diff', 'my page, their version', (mine, theirs) => ({
    pageId: mine.pageId,
    pageHistoryId: theirs.pageHistoryId,
  })),
  refused('page.diff', 'their page, my version', (mine, theirs) => ({
    pageId: theirs.pageId,
    pageHistoryId: mine.pageHistoryId,
  })),
  refused('page.compare', 'my page, their version', (mine, theirs) => ({
    pageId: mine.pageId,
    pageHistoryId: theirs.pageHistoryId,
  })),
  refused('page.compare', 'my page and version, and their version', (mine, theirs) => ({
    pageId: mine.pageId,
    pageHistoryId: mine.pageHistoryId,
    otherHistoryId: theirs.pageHistoryId,
  })),
  refused('page.compare', 'their page, my version', (mine, theirs) => ({
    pageId: theirs.pageId,
    pageHistoryId: mine.pageHistoryId,
  })),
  refused('page.infoByKey', 'my page, their key', (mine, theirs) => ({
    pageId: mine.pageId,
    uniqueKey: theirs.uniqueKey,
  })),
  refused('page.commentVersion', 'my page, their version', (mine, theirs) => ({
    pageId: mine.pageId,
    pageHistoryId: theirs.pageHistoryId,
    pageComments: 'noted',
  })),
  refused('page.commentVersion', 'their page, my version', (mine, theirs) => ({
    pageId: theirs.pageId,
    pageHistoryId: mine.pageHistoryId,
    pageComments: 'noted',
  })),
  refused('page.restore', 'my page, their version', (mine, theirs) => ({
    pageId: mine.pageId,
    pageHistoryId: theirs.pageHistoryId,
  })),
  refused('page.restore', 'their page, my version', (mine, theirs) => ({
    pageId: theirs.pageId,
    pageHistoryId: mine.pageHistoryId,
  })),

  refused('attachment.upload', 'my item, their page', (mine, theirs) => ({
    file: FILE,
    itemId: mine.itemId,
    pageId: theirs.pageId,
  })),
  refused('attachment.upload', 'their item, my page', (mine, theirs) => ({
    file: FILE,
    itemId: theirs.itemId,
    pageId: mine.pageId,
  })),
  refused('attachment.removeFromPage', 'my page, their file', (mine, theirs) => ({
    pageId: mine.pageId,
    fileId: theirs.fileId,
  })),
  refused('attachment.removeFromPage', 'their page, my file', (mine, theirs) => ({
    pageId: theirs.pageId,
    fileId: mine.fileId,
  })),
  refused('attachment.removeFromPage', 'their page, their file', (_, theirs) => ({
    pageId: theirs.pageId,
    fileId: theirs.fileId,
  })),
  refused('attachment.bindToPage', '[ATT-16] my page, their file', (mine, theirs) => ({
    pageId: mine.pageId,
    fileId: theirs.ownFileId,
  })),
  refused('attachment.bindToPage', 'their page, my file', (mine, theirs) => ({
    pageId: theirs.pageId,
    fileId: mine.ownFileId,
  })),
  refused('attachment.deleteMine', '[ATT-14] their file', (_, theirs) => ({ fileId: theirs.fileId })),

  refused('catalog.pages', 'my item, their catalog', (mine, theirs) => ({ itemId: mine.itemId, catId: theirs.catId })),
  refused('catalog.pages', 'their item, my catalog', (mine, theirs) => ({ itemId: theirs.itemId, catId: mine.catId })),
  refused('catalog.save', 'my item, their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    catId: theirs.catId,
    catName,
  })),
  refused('catalog.save', 'their item, my catalog', (mine, theirs) => ({
    itemId: theirs.itemId,
    catId: mine.catId,
    catName,
  })),
  refused('catalog.save', 'new in my item below their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    parentCatId: theirs.catId,
    catName,
  })),
  refused('catalog.save', 'my catalog below theirs', (mine, theirs) => ({
    itemId: mine.itemId,
    catId: mine.catId,
    parentCatId: theirs.catId,
    catName,
  })),
  refused('catalog.delete', 'my item, their catalog', (mine, theirs) => ({ itemId: mine.itemId, catId: theirs.catId })),
  refused('catalog.delete', 'their item, my catalog', (mine, theirs) => ({ itemId: theirs.itemId, catId: mine.catId })),
  refused('catalog.updateAll', 'their catalog in my item', (mine, theirs) => ({
    itemId: mine.itemId,
    cats: [
      { catId: mine.catId, parentCatId: 0, ...first },
      { catId: theirs.catId, parentCatId: 0, ...first },
    ],
  })),
  refused('catalog.updateAll', 'my catalog below theirs', (mine, theirs) => ({
    itemId: mine.itemId,
    cats: [{ catId: mine.catId, parentCatId: theirs.catId, ...first }],
  })),
  refused('catalog.updateAll', 'my catalog in their item', (mine, theirs) => ({
    itemId: theirs.itemId,
    cats: [{ catId: mine.catId, parentCatId: 0, ...first }],
  })),
  ...[false, true].flatMap((isDel) => {
    const verb = isDel ? 'moves' : 'copies'
    return [
      refused('catalog.copy', `${verb} their catalog into my item`, (mine, theirs) => ({
        catId: theirs.catId,
        toItemId: mine.itemId,
        isDel,
      })),
      refused('catalog.copy', `${verb} my catalog into their item`, (mine, theirs) => ({
        catId: mine.catId,
        toItemId: theirs.itemId,
        isDel,
      })),
      refused('catalog.copy', `${verb} my catalog below theirs`, (mine, theirs) => ({
        catId: mine.catId,
        toItemId: mine.itemId,
        newPCatId: theirs.catId,
        isDel,
      })),
    ]
  }),

  refused('member.save', 'my item, their catalog', (mine, theirs) => ({
    ...{ itemId: mine.itemId, username: [mine.freeUsername], memberGroupId: 'editor' },
    catId: theirs.catId,
  })),
  refused('member.save', 'their item, my catalog', (mine, theirs) => ({
    ...{ itemId: theirs.itemId, username: [mine.freeUsername], memberGroupId: 'editor' },
    catId: mine.catId,
  })),
  refused('member.delete', 'my item, their member', (mine, theirs) => ({
    itemId: mine.itemId,
    itemMemberId: theirs.itemMemberId,
  })),
  refused('member.delete', 'their item, my member', (mine, theirs) => ({
    itemId: theirs.itemId,
    itemMemberId: mine.itemMemberId,
  })),
  refused('access.viewAs', 'my item, the owner of theirs', (mine, theirs) => ({
    itemId: mine.itemId,
    userId: theirs.ownerId,
  })),
  refused('access.viewAs', 'their item, their owner', (_, theirs) => ({
    itemId: theirs.itemId,
    userId: theirs.ownerId,
  })),
  refused('recycle.recover', 'my item, their page', (mine, theirs) => ({
    itemId: mine.itemId,
    pageId: theirs.recycledId,
  })),
  refused('recycle.recover', 'their item, my page', (mine, theirs) => ({
    itemId: theirs.itemId,
    pageId: mine.recycledId,
  })),

  refused('teamMember.save', 'their team', (mine, theirs) => ({
    ...{ teamId: theirs.teamId, memberUsername: [mine.freeUsername], teamMemberGroupId: 'admin' },
  })),
  refused('teamItem.bind', 'my team, their item', (mine, theirs) => ({
    teamId: mine.teamId,
    itemId: [mine.itemId, theirs.itemId],
  })),
  refused('teamItem.bind', 'their team, my item', (mine, theirs) => ({
    teamId: theirs.teamId,
    itemId: [mine.itemId],
  })),
  ...['teamGrant.list', 'teamGrant.listCatalogs'].flatMap((operation) => [
    refused(operation, 'my team, their item', (mine, theirs) => ({ teamId: mine.teamId, itemId: theirs.itemId })),
    refused(operation, 'their team, my item', (mine, theirs) => ({ teamId: theirs.teamId, itemId: mine.itemId })),
  ]),
  refused('teamGrant.save', 'my right, their catalog', (mine, theirs) => ({
    id: mine.teamItemMemberId,
    catId: theirs.catId,
  })),
  refused('teamGrant.save', 'their right, my catalog', (mine, theirs) => ({
    id: theirs.teamItemMemberId,
    catId: mine.catId,
  })),
  refused('teamGrant.add', 'my team, their item', (mine, theirs) => ({
    ...{ teamId: mine.teamId, itemId: theirs.itemId, memberUsername: mine.mateUsername },
  })),
  refused('teamGrant.add', 'their team, my item', (mine, theirs) => ({
    ...{ teamId: theirs.teamId, itemId: mine.itemId, memberUsername: mine.mateUsername },
  })),

  refused('template.share', 'their template, my item', (mine, theirs) => ({
    templateId: theirs.templateId,
    itemIds: [mine.itemId],
  })),
  refused('template.share', 'my template, my item and theirs', (mine, theirs) => ({
    templateId: mine.templateId,
    itemIds: [mine.itemId, theirs.itemId],
  })),
  refused('template.share', 'their template, no item', (_, theirs) => ({ templateId: theirs.templateId, itemIds: [] })),
  refused('template.delete', 'their template', (_, theirs) => ({ id: theirs.templateId })),
]

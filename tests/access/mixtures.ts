import { COMMENT_MIXTURES } from './comment-mixtures.ts'
import { refused, type Mixture } from './mixture.ts'
import { START_MIXTURES } from './start-mixtures.ts'
import { TREE_MIXTURES } from './tree-mixtures.ts'

const done = (...facts: Parameters<typeof refused>): Mixture => ({ ...refused(...facts), ends: 'done' })

const FILE = new Blob(['how we pay'])
const format = 'listing'
const text = { pageTitle: 'Changed', pageContent: 'changed' }
const draft = { draftId: 'of-one-window', keptAt: 1 }
const catalogName = 'Changed'
const first = { catalogName, order: 1 }

/** Calls with ids that do not belong together (threats A2), made by the owner of an item and a team about a private item and a team of others. */
export const MIXTURES: readonly Mixture[] = [
  refused('export.file', 'own item, foreign catalog', ({ itemId }, { catalogId }) => ({ format, itemId, catalogId })),
  refused('export.file', 'own item, foreign page', ({ itemId }, { pageId }) => ({ format, itemId, pageId })),
  done('export.articles', 'own item, foreign page', ({ itemId }, { pageId }) => ({ itemId, pageIds: [pageId] })),
  refused('export.articles', 'foreign item, own page', ({ pageId }, { itemId }) => ({ itemId, pageIds: [pageId] })),
  refused('export.diagrams', 'own item, foreign catalog', ({ itemId }, { catalogId }) => ({ itemId, catalogId })),
  refused('export.diagrams', 'own item, foreign page', ({ itemId }, { pageId }) => ({ itemId, pageId })),
  refused('export.start', 'own item, foreign catalog', ({ itemId }, { catalogId }) => ({ format, itemId, catalogId })),
  refused('export.start', 'own item, foreign page', ({ itemId }, { pageId }) => ({ format, itemId, pageId })),
  refused('wordExport.file', 'own item, foreign catalog', ({ itemId }, { catalogId }) => ({ itemId, catalogId })),
  refused('wordExport.file', 'own item, foreign page', ({ itemId }, { pageId }) => ({ itemId, pageId })),
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
    catalogId: theirs.catalogId,
    ...text,
  })),
  refused('page.save', 'new in my item, their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    catalogId: theirs.catalogId,
    ...text,
  })),
  refused('page.save', 'new in their item, my catalog', (mine, theirs) => ({
    itemId: theirs.itemId,
    catalogId: mine.catalogId,
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
    catalogId: mine.catalogId,
    ...text,
    ...draft,
  })),
  refused('page.draftsWithTexts', 'my item, their page', (mine, theirs) => ({
    itemId: mine.itemId,
    pageId: theirs.pageId,
  })),
  refused('page.draft', 'my item, their page', (mine, theirs) => ({
    itemId: mine.itemId,
    pageId: theirs.pageId,
    draftId: draft.draftId,
  })),
  refused('page.drafts', 'my item, their page', (mine, theirs) => ({ itemId: mine.itemId, pageId: theirs.pageId })),
  refused('subscription.add', 'my page, their owner', (mine, theirs) => ({
    pageId: mine.pageId,
    userIds: [theirs.ownerId],
  })),
  refused('subscription.add', 'their page, me', (mine, theirs) => ({ pageId: theirs.pageId, userIds: [mine.ownerId] })),
  done('subscription.remove', 'my page, their owner', (mine, theirs) => ({
    pageId: mine.pageId,
    userIds: [theirs.ownerId],
  })),
  refused('subscription.remove', 'their page, their owner', (_, theirs) => ({
    pageId: theirs.pageId,
    userIds: [theirs.ownerId],
  })),
  refused('page.setOrder', 'my item, their page', (mine, theirs) => ({
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
    versionId: theirs.versionId,
  })),
  refused('page.diff', 'their page, my version', (mine, theirs) => ({
    pageId: theirs.pageId,
    versionId: mine.versionId,
  })),
  refused('page.compare', 'my page, their version', (mine, theirs) => ({
    pageId: mine.pageId,
    versionId: theirs.versionId,
  })),
  refused('page.compare', 'my page and version, and their version', (mine, theirs) => ({
    pageId: mine.pageId,
    versionId: mine.versionId,
    otherVersionId: theirs.versionId,
  })),
  refused('page.compare', 'their page, my version', (mine, theirs) => ({
    pageId: theirs.pageId,
    versionId: mine.versionId,
  })),
  refused('page.infoByKey', 'my page, their key', (mine, theirs) => ({
    pageId: mine.pageId,
    uniqueKey: theirs.uniqueKey,
  })),
  refused('page.commentVersion', 'my page, their version', (mine, theirs) => ({
    pageId: mine.pageId,
    versionId: theirs.versionId,
    comment: 'noted',
  })),
  refused('page.commentVersion', 'their page, my version', (mine, theirs) => ({
    pageId: theirs.pageId,
    versionId: mine.versionId,
    comment: 'noted',
  })),
  refused('page.restore', 'my page, their version', (mine, theirs) => ({
    pageId: mine.pageId,
    versionId: theirs.versionId,
  })),
  refused('page.restore', 'their page, my version', (mine, theirs) => ({
    pageId: theirs.pageId,
    versionId: mine.versionId,
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

  refused('catalog.pages', 'my item, their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    catalogId: theirs.catalogId,
  })),
  refused('catalog.pages', 'their item, my catalog', (mine, theirs) => ({
    itemId: theirs.itemId,
    catalogId: mine.catalogId,
  })),
  refused('catalog.save', 'my item, their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    catalogId: theirs.catalogId,
    catalogName,
  })),
  refused('catalog.save', 'their item, my catalog', (mine, theirs) => ({
    itemId: theirs.itemId,
    catalogId: mine.catalogId,
    catalogName,
  })),
  refused('catalog.save', 'new in my item below their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    parentId: theirs.catalogId,
    catalogName,
  })),
  refused('catalog.save', 'my catalog below theirs', (mine, theirs) => ({
    itemId: mine.itemId,
    catalogId: mine.catalogId,
    parentId: theirs.catalogId,
    catalogName,
  })),
  refused('catalog.delete', 'my item, their catalog', (mine, theirs) => ({
    itemId: mine.itemId,
    catalogId: theirs.catalogId,
  })),
  refused('catalog.delete', 'their item, my catalog', (mine, theirs) => ({
    itemId: theirs.itemId,
    catalogId: mine.catalogId,
  })),
  refused('catalog.updateAll', 'their catalog in my item', (mine, theirs) => ({
    itemId: mine.itemId,
    places: [
      { catalogId: mine.catalogId, parentId: 0, ...first },
      { catalogId: theirs.catalogId, parentId: 0, ...first },
    ],
  })),
  refused('catalog.updateAll', 'my catalog below theirs', (mine, theirs) => ({
    itemId: mine.itemId,
    places: [{ catalogId: mine.catalogId, parentId: theirs.catalogId, ...first }],
  })),
  refused('catalog.updateAll', 'my catalog in their item', (mine, theirs) => ({
    itemId: theirs.itemId,
    places: [{ catalogId: mine.catalogId, parentId: 0, ...first }],
  })),
  ...[false, true].flatMap((isMoved) => {
    const verb = isMoved ? 'moves' : 'copies'
    return [
      refused('catalog.copy', `${verb} their catalog into my item`, (mine, theirs) => ({
        catalogId: theirs.catalogId,
        toItemId: mine.itemId,
        isMoved,
      })),
      refused('catalog.copy', `${verb} my catalog into their item`, (mine, theirs) => ({
        catalogId: mine.catalogId,
        toItemId: theirs.itemId,
        isMoved,
      })),
      refused('catalog.copy', `${verb} my catalog below theirs`, (mine, theirs) => ({
        catalogId: mine.catalogId,
        toItemId: mine.itemId,
        toParentId: theirs.catalogId,
        isMoved,
      })),
    ]
  }),

  refused('member.save', 'my item, their catalog', (mine, theirs) => ({
    ...{ itemId: mine.itemId, username: [mine.freeUsername], role: 'editor' },
    catalogId: theirs.catalogId,
  })),
  refused('member.save', 'their item, my catalog', (mine, theirs) => ({
    ...{ itemId: theirs.itemId, username: [mine.freeUsername], role: 'editor' },
    catalogId: mine.catalogId,
  })),
  refused('member.delete', 'my item, their member', (mine, theirs) => ({
    itemId: mine.itemId,
    membershipId: theirs.membershipId,
  })),
  refused('member.delete', 'their item, my member', (mine, theirs) => ({
    itemId: theirs.itemId,
    membershipId: mine.membershipId,
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

  ...COMMENT_MIXTURES,
  ...START_MIXTURES,
  ...TREE_MIXTURES,

  refused('teamMember.save', 'their team', (mine, theirs) => ({
    ...{ teamId: theirs.teamId, memberUsername: [mine.freeUsername], role: 'admin' },
  })),
  refused('teamItem.bind', 'my team, their item', (mine, theirs) => ({
    teamId: mine.teamId,
    itemIds: [mine.itemId, theirs.itemId],
  })),
  refused('teamItem.bind', 'their team, my item', (mine, theirs) => ({
    teamId: theirs.teamId,
    itemIds: [mine.itemId],
  })),
  ...['teamGrant.list', 'teamGrant.listCatalogs'].flatMap((operation) => [
    refused(operation, 'my team, their item', (mine, theirs) => ({ teamId: mine.teamId, itemId: theirs.itemId })),
    refused(operation, 'their team, my item', (mine, theirs) => ({ teamId: theirs.teamId, itemId: mine.itemId })),
  ]),
  refused('teamGrant.save', 'my right, their catalog', (mine, theirs) => ({
    id: mine.teamItemMemberId,
    catalogId: theirs.catalogId,
  })),
  refused('teamGrant.save', 'their right, my catalog', (mine, theirs) => ({
    id: theirs.teamItemMemberId,
    catalogId: mine.catalogId,
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
  refused('template.text', 'their template', (_, theirs) => ({ templateId: theirs.templateId })),
  refused('template.text', 'their template, my item', (mine, theirs) => ({
    templateId: theirs.templateId,
    itemId: mine.itemId,
  })),
  refused('template.delete', 'their template', (_, theirs) => ({ id: theirs.templateId })),
]

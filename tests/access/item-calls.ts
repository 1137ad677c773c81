import { TEST_PASSWORD } from '#tests/support/services.ts'
import { call, spoilingCall, type Input, type SceneCall } from './scene-call.ts'

const item: Input = ({ itemId }) => ({ itemId })
const page: Input = ({ pageId }) => ({ pageId })
const version: Input = ({ pageId, versionId }) => ({ pageId, versionId })
const inCatalog: Input = ({ itemId, catalogId }) => ({ itemId, catalogId })
const followers: Input = ({ pageId, mateId }) => ({ pageId, userIds: [mateId] })
const FILE = new Blob(['how we pay'])
const text = { pageTitle: 'Changed', pageContent: 'changed' }
const draft = { draftId: 'editor-0001', keptAt: 1, ...text }
const catalogName = 'Changed'
const format = 'listing'

/** How the calls on an item or on something in it are made, by their names in the matrix. */
export const ITEM_CALLS: Readonly<Record<string, SceneCall>> = {
  'item/myList': call(() => ({})),
  'item/sort': call(({ itemId }) => ({ data: { [itemId]: 1 } })),
  'item/add copying the item': call(({ itemId }) => ({ itemName: 'Copy', copyItemId: itemId })),
  'item/exitItem': spoilingCall(item),
  'item/info': call(item),
  'item/info at the personal domain': call(({ domain }) => ({ itemId: domain })),
  'item/info with a keyword': call(({ itemId }) => ({ itemId, keyword: 'needle' })),
  'item/detail': call(item),
  'item/pwd': spoilingCall(({ itemId, visitPassword }) => ({ itemId, password: visitPassword })),
  'item/pwd by a page': spoilingCall(({ pageId, visitPassword }) => ({ pageId, password: visitPassword })),
  'item/update': call(({ itemId }) => ({ itemId, itemName: 'Changed' })),
  'item/setGlobalParams': call(({ itemId }) => ({ itemId, globalParams: { header: [{ name: 'X-App' }] } })),
  'item/update closing the item': spoilingCall(({ itemId, marks }) => ({
    itemId,
    itemName: marks.item,
    password: 'another secret',
  })),
  'item/delete': spoilingCall(({ itemId }) => ({ itemId, password: TEST_PASSWORD })),
  'item/archive': spoilingCall(({ itemId }) => ({ itemId, password: TEST_PASSWORD })),
  'item/attorn': spoilingCall(({ itemId, freeUsername }) => ({
    itemId,
    username: freeUsername,
    password: TEST_PASSWORD,
  })),
  'item/getKey': call(item),
  'item/resetKey': call(item),
  'itemKey/advice': call(item),
  'item/getChangeLog': call(item),
  'item/search': call(({ itemId }) => ({ itemId, keyword: 'needle' })),
  'page/findElsewhere': call(({ itemId }) => ({ itemId, keyword: 'needle' })),
  'item/search everywhere': call(() => ({ keyword: 'needle' })),

  'access/ofItem': call(item),
  'access/viewAs': call(({ itemId, mateId }) => ({ itemId, userId: mateId })),

  'import/auto': spoilingCall(({ itemId }) => ({ file: FILE, itemId })),
  'import/preview': call(({ itemId }) => ({ file: FILE, itemId })),
  'export/word': call(item),
  'export/word of a catalog': call(inCatalog),
  'export/word of a page': call(({ itemId, pageId }) => ({ itemId, pageId })),
  'export/markdown': call(item),
  'export/file': call(({ itemId }) => ({ itemId, format })),
  'export/file of a catalog': call((scene) => ({ ...inCatalog(scene), format })),
  'export/file of a page': call(({ itemId, pageId }) => ({ itemId, pageId, format })),
  'export/diagrams': call(item),
  'export/diagrams of a catalog': call(inCatalog),
  'export/diagrams of a page': call(({ itemId, pageId }) => ({ itemId, pageId })),
  'export/start': call(({ itemId }) => ({ itemId, format })),
  'export/start of a catalog': call((scene) => ({ ...inCatalog(scene), format })),
  'export/start of a page': call(({ itemId, pageId }) => ({ itemId, pageId, format })),

  'page/setLock': spoilingCall(({ pageId, itemId }) => ({ pageId, itemId })),
  'page/isLock': call(page),
  'page/breakLock': call(page),
  'page/locks': call(item),
  'page/info': call(page),
  'page/view': call(page),
  'page/history': call(page),
  'page/diff': call(version),
  'page/versions': call(page),
  'page/compare': call(version),
  'page/updateHistoryComments': call((scene) => ({ ...version(scene), comment: 'noted' })),
  'page/restoreHistory': call(version),
  'page/createSinglePage': call((scene) => ({ ...page(scene), isShared: true })),
  'page/createSinglePage ending the link': spoilingCall((scene) => ({ ...page(scene), isShared: false })),
  'page/infoByKey': call(({ pageId, uniqueKey }) => ({ pageId, uniqueKey })),
  'page/viewByKey': call(({ uniqueKey }) => ({ uniqueKey })),
  'page/delete': spoilingCall(page),
  'page/sort': call(({ itemId, pageId }) => ({ itemId, pages: { [pageId]: 1 } })),
  'page/save': call(({ pageId }) => ({ pageId, ...text })),
  'page/save of a new page': call((scene) => ({ ...inCatalog(scene), ...text })),
  'page/save in the root': call(({ itemId }) => ({ itemId, ...text })),
  'page/merge': call(({ pageId }) => ({ pageId, base: 'a', mine: 'b', theirs: 'c' })),
  'page/keepDraft': call(({ pageId }) => ({ pageId, ...draft })),
  'page/keepDraft of a new page': call(({ itemId }) => ({ itemId, ...draft })),
  'page/drafts': call(page),
  'page/drafts of new pages': call(item),
  'page/draftList': call(page),
  'page/draft': call(({ pageId }) => ({ pageId, draftId: draft.draftId })),
  'page/draftList of new pages': call(item),
  'page/save elsewhere': spoilingCall(({ pageId, otherCatalogId }) => ({ pageId, catalogId: otherCatalogId, ...text })),

  'page/upload': call((scene) => ({ file: FILE, ...page(scene) })),
  'page/uploadList': call(page),
  'page/deleteUploadFile': spoilingCall(({ pageId, fileId }) => ({ pageId, fileId })),
  'attachment/bindingPage': call(({ pageId, ownFileId }) => ({ pageId, fileId: ownFileId })),
  'attachment/visit': call(({ fileToken }) => ({ token: fileToken })),
  'attachment/visitFile': call(({ fileToken }) => ({ sign: fileToken })),

  'catalog/catListGroup': call(item),
  'catalog/catListName': call(item),
  'catalog/getPagesBycat': call(inCatalog),
  'catalog/getPagesBycat of the root': call(item),
  'catalog/save': call((scene) => ({ ...inCatalog(scene), catalogName })),
  'catalog/save of a new one': call(({ itemId, catalogId }) => ({ itemId, parentId: catalogId, catalogName })),
  'catalog/save in the root': call(({ itemId }) => ({ itemId, catalogName })),
  'catalog/save elsewhere': spoilingCall((scene) => ({
    ...inCatalog(scene),
    parentId: scene.otherCatalogId,
    catalogName,
  })),
  'catalog/delete': spoilingCall(inCatalog),
  'catalog/batUpdate': call(({ itemId, catalogId }) => ({
    itemId,
    places: [{ catalogId, catalogName, parentId: 0, order: 1 }],
  })),
  'catalog/arrange': call(({ itemId, pageId, catalogId }) => ({
    itemId,
    moves: [{ kind: 'page', id: pageId, into: catalogId }],
  })),
  'catalog/arrange elsewhere': spoilingCall(({ itemId, pageId, otherCatalogId }) => ({
    itemId,
    moves: [{ kind: 'page', id: pageId, into: otherCatalogId }],
  })),
  'catalog/copy into an own item': call(({ catalogId, ownItemId }) => ({ catalogId, toItemId: ownItemId })),
  'catalog/copy of an own one': call(({ ownCatalogId, itemId }) => ({ catalogId: ownCatalogId, toItemId: itemId })),
  'catalog/copy moving away': spoilingCall(({ catalogId, ownItemId }) => ({
    catalogId,
    toItemId: ownItemId,
    isMoved: true,
  })),
  'catalog/copy moving within': spoilingCall(({ catalogId, itemId, otherCatalogId }) => ({
    catalogId,
    toItemId: itemId,
    toParentId: otherCatalogId,
    isMoved: true,
  })),

  'member/getList': call(item),
  'member/save': call(({ itemId, freeUsername }) => ({
    itemId,
    username: [freeUsername],
    role: 'reader',
  })),
  'member/save limited to a catalog': call((scene) => ({
    ...inCatalog(scene),
    username: [scene.freeUsername],
    role: 'editor',
  })),
  'member/save that gives less': call(({ itemId, mateUsername }) => ({
    itemId,
    username: [mateUsername],
    role: 'reader',
  })),
  'member/delete': spoilingCall(({ itemId, membershipId }) => ({ itemId, membershipId })),
  'member/getLimits': call(item),
  'member/getAllList': call(item),
  'teamItem/getList': call(item),
  'recycle/getList': call(item),
  'recycle/recover': spoilingCall(({ itemId, recycledId }) => ({ itemId, pageId: recycledId })),

  'recycle/deleteSeveral': spoilingCall(({ itemId, pageId }) => ({ itemId, pageIds: [pageId] })),
  'recycle/undo': spoilingCall(({ itemId, recycledId }) => ({
    itemId,
    pages: [{ pageId: recycledId, catalogId: 0 }],
  })),

  'mock/add': call(({ pageId }) => ({ pageId, path: '/orders', template: '{}' })),
  'mock/infoByPageId': call(page),
  'tryIt/mayTry': call(page),
  'tryIt/allowance': call(item),
  'tryIt/allow': call(({ itemId }) => ({ itemId, isForReaders: true })),
  'tryIt/mayRelay': call(({ pageId }) => ({ pageId, origin: 'https://api.example.org' })),
  'tryIt/relay of a page without a call': call(({ pageId }) => ({
    pageId,
    method: 'GET',
    url: 'https://api.example.org/',
  })),
  'template/getItemList': call(item),
  'template/headsOfItem': call(item),
  'subscription/getPageList': call(page),
  'subscription/savePage': call(followers),
  'subscription/deletePage': call(followers),
  'subscription/mine': call(page),
  'subscription/follow': call(page),
  'subscription/unfollow': call(page),

  'template/shareToItem': call(({ templateId, itemId }) => ({ templateId, itemIds: [itemId] })),
}

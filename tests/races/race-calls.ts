import { ITEM_CALLS } from '#tests/access/item-calls.ts'
import type { Scene } from '#tests/access/scene.ts'
import { TEAM_CALLS } from '#tests/access/team-calls.ts'

/** A scene with what else its owner has there. */
export interface RaceScene extends Scene {
  /** Holds the scene's item. */
  readonly groupId: number
  /** Waits for somebody to run it. */
  readonly taskId: number
}

type RaceCall = (scene: RaceScene, text: string) => Readonly<Record<string, unknown>>

/** Calls the matrix makes in another way, or not on what is in the scene. */
const OWN: Readonly<Record<string, RaceCall>> = {
  'attachment/deleteMyAttachment': ({ ownFileId }) => ({ fileId: ownFileId }),
  'attachment/deleteAttachment': ({ fileId }) => ({ fileId }),
  'template/save': ({ templateId }, text) => ({ id: templateId, templateTitle: 'Minutes', templateContent: text }),
  'template/delete': ({ templateId }) => ({ id: templateId }),
  'itemGroup/save': ({ groupId, itemId, ownItemId }) => ({
    id: groupId,
    groupName: 'Payments',
    itemIds: [ownItemId, itemId],
  }),
  'itemGroup/save of a new one': ({ itemId }) => ({ groupName: 'New', itemIds: [itemId] }),
  'itemGroup/delete': ({ groupId }) => ({ id: groupId }),
  'itemGroup/saveSort': ({ groupId }) => ({ groups: [{ id: groupId, order: 1 }] }),
  'item/sort in a group': ({ groupId, itemId }) => ({ groupId, data: { [itemId]: 1 } }),
  'page/save': ({ pageId }, text) => ({ pageId, pageTitle: 'Changed', pageContent: text }),
  'page/save naming files': ({ pageId, fileToken }, text) => ({
    pageId,
    pageTitle: 'Changed',
    pageContent: `${text} ![](/attachment/${fileToken})`,
  }),
  'page/save of a new page': ({ itemId, catalogId }, text) => ({
    itemId,
    catalogId,
    pageTitle: text,
    pageContent: text,
  }),
  'page/save elsewhere': ({ pageId, otherCatalogId }, text) => ({
    pageId,
    catalogId: otherCatalogId,
    pageTitle: 'Moved',
    pageContent: text,
  }),
  'page/save with a save id': ({ pageId, uniqueKey }, text) => ({
    pageId,
    pageTitle: 'Once',
    pageContent: text,
    saveId: `3f0e8a52-6f0a-4c39-9d53-${uniqueKey.replaceAll(/[^0-9a-f]/g, '0').slice(0, 12)}`,
  }),
  'page/dropDraft': () => ({ draftId: 'editor-0001', keptAt: 2 }),
  'catalog/batUpdate': ({ itemId, catalogId, otherCatalogId }) => ({
    itemId,
    places: [
      { catalogId: otherCatalogId, catalogName: 'B', parentId: 0, order: 1 },
      { catalogId, catalogName: 'A', parentId: otherCatalogId, order: 2 },
    ],
  }),
  'task/cancel': ({ taskId }) => ({ taskId }),
  'task/dismiss': ({ taskId }) => ({ taskId }),
  'team/save of a new one': () => ({ teamName: 'New' }),
  'item/exitItem by the mate': ({ itemId }) => ({ itemId }),
  'team/exit by the mate': ({ teamId }) => ({ id: teamId }),
  'page/save by the mate': ({ pageId }, text) => ({ pageId, pageTitle: 'Changed', pageContent: text }),
  'page/setLock by the mate': ({ pageId, itemId }) => ({ pageId, itemId }),
}
/** The owner of an item or a team cannot leave it. */
const REFUSED = ['item/exitItem', 'team/exit']

/** Queries that are asked beside the commands. */
const LOOKED_AT = ['item/info', 'page/info', 'page/uploadList', 'catalog/catListGroup', 'itemGroup/getList']

/** Every call that has a place in races, by its name. The first word is the address. */
export const RACE_CALLS: Readonly<Record<string, RaceCall>> = {
  ...Object.fromEntries(
    Object.entries({ ...ITEM_CALLS, ...TEAM_CALLS }).flatMap(([name, { input }]): [string, RaceCall][] =>
      REFUSED.includes(name) ? [] : [[name, input]],
    ),
  ),
  ...OWN,
}

export const isByMate = (name: string): boolean => name.endsWith(' by the mate')

export const isLookedAt = (name: string): boolean => LOOKED_AT.includes(name)

import { z } from 'zod'
import { isReadableAt, itemIdAt, openItem, openItemToChange, requireLogin, requireRight } from '../access/doors.ts'
import { mayAddItems } from '../access/site-rules.ts'
import { DomainError } from '../errors.ts'
import { holdGroup } from '../item-group/hold-group.ts'
import { ALL_ITEMS } from '../item-group/item-group.ts'
import { limits } from '../limits.ts'
import { leaveItem } from '../member/leave.ts'
import { productStore } from '../open-store.ts'
import { always, command, query } from '../operation.ts'
import { searchScope } from '../page/search-scope.ts'
import { hitView, SearchView } from '../page/search-view.ts'
import { maySearch, wordsOf } from '../page/search.ts'
import { id, idOrNone, line, noted, nothing, positions, positionsOf, secretText, text, wired } from '../schema.ts'
import { addItem } from './add.ts'
import { enterVisitPassword, plainPassword } from './visit-password.ts'
import { NewGlobalParams, withGlobalParams } from './global-params.ts'
import { infoOf } from './info.ts'
import { isOnlyClosed, VISIBILITIES, visibilityOf, withSettings } from './item.ts'
import { lifecycleOperations } from './lifecycle-operations.ts'
import { offeredTypes } from './offered-types.ts'
import {
  FoundItemView,
  foundItemView,
  ItemDetailView,
  ItemInfoView,
  itemTypeField,
  itemView,
  ListedItemView,
  listedItemView,
} from './views.ts'
import { withVisibility } from './visibility.ts'

/** An item's id, or its personal domain where the address contains that. */
const itemAddress = () => z.union([id(), line(limits.nameLength).min(1)])

const FOUND_ITEMS = 8

const visibilityField = () => z.enum(VISIBILITIES).optional()

export const itemOperations = {
  list: query({
    summary: 'The items you own or take part in, all or those of one of your groups, in your own order.',
    audience: 'user',
    rest: { path: 'item/myList' },
    input: z.object({
      groupId: wired('item_group_id', idOrNone().default(ALL_ITEMS)),
      isOwned: wired('original', z.boolean().default(false)),
    }),
    output: z.array(ListedItemView),
    example: {},
    async run(ctx, { groupId, isOwned }) {
      const userId = requireLogin(ctx)
      const { items } = ctx.store
      const listed = await (groupId === ALL_ITEMS ? items.ofUser(userId) : items.inGroup(userId, groupId))
      return listed.map((each) => listedItemView(ctx, each)).filter(({ isOwner }) => isOwner || !isOwned)
    },
  }),

  find: query({
    summary: 'Your items by words of their names, also by what Chinese names sound like, in your own order.',
    audience: 'user',
    input: z.object({ keyword: line(limits.keywordLength).trim().min(1) }),
    output: z.array(FoundItemView),
    example: { keyword: 'pay' },
    async run(ctx, { keyword }) {
      const words = wordsOf(keyword)
      const found = await ctx.store.items.ofUserNamed(requireLogin(ctx), words)
      return found.slice(0, FOUND_ITEMS).map((each) => foundItemView(ctx, each, words))
    },
  }),

  setOrder: command({
    summary: 'Puts your items, or those of one of your groups, into an order; ids of other items are left out.',
    audience: 'user',
    rest: { path: 'item/sort' },
    input: z.object({ data: positions(), groupId: wired('item_group_id', idOrNone().default(ALL_ITEMS)) }),
    output: nothing(),
    example: { data: { 1: 1 } },
    async run(ctx, { data, groupId }) {
      if (groupId !== ALL_ITEMS) await holdGroup(ctx, groupId)
      await productStore(ctx.store).items.setPositions(requireLogin(ctx), groupId, positionsOf(data))
      return {}
    },
  }),

  add: command({
    summary:
      'Makes an item of your own, empty or with the catalogs and pages of another one. Without visibility, a password ' +
      'makes it private; “members” lets in nobody by a password.',
    audience: 'user',
    input: z.object({
      itemType: itemTypeField().default('regular'),
      itemName: noted({ alsoNamed: ['name'] }, line(limits.nameLength).min(1)),
      itemDescription: noted({ alsoNamed: ['description'] }, text(limits.descriptionLength).default('')),
      itemDomain: line(limits.nameLength).default(''),
      password: secretText(limits.visitPasswordLength).default(''),
      visibility: visibilityField(),
      copyItemId: idOrNone().default(0),
    }),
    output: z.object({ itemId: id() }),
    example: { itemName: 'Payment API' },
    isHeavy: ({ copyItemId }) => copyItemId !== 0,
    async run(ctx, { itemName: name, itemDescription: description, itemDomain: domain, ...wishes }) {
      const item = await addItem(ctx, { name, description, domain, ...wishes })
      return { itemId: item.id }
    },
  }),

  mayAdd: query({
    summary: 'Whether you may add items; administrators decide who may.',
    audience: 'user',
    input: nothing(),
    output: z.object({ mayAdd: z.boolean() }),
    run: async (ctx) => ({ mayAdd: await mayAddItems(ctx) }),
  }),

  types: query({
    summary: 'The types of items that can be added, with the kind and the content in which their pages begin.',
    audience: 'user',
    input: nothing(),
    output: z.array(z.object({ itemType: itemTypeField(), kind: z.string(), pageContent: z.string() })),
    async run({ services }) {
      const offered = await offeredTypes(services)
      return offered.map(({ type: itemType, kind, content: pageContent }) => ({ itemType, kind, pageContent }))
    },
  }),

  info: query({
    summary: 'An item with its menu, as you may see it.',
    audience: 'anyone',
    input: z.object({
      itemId: itemAddress(),
      keyword: line(limits.keywordLength).default(''),
      defaultPageId: idOrNone().default(0),
    }),
    output: ItemInfoView,
    isHeavy: ({ keyword }) => keyword !== '',
    example: { itemId: 1 },
    async run(ctx, { itemId, ...wishes }) {
      return infoOf(ctx, await openItem(ctx, await itemIdAt(ctx, itemId), 'read', 'somewhere'), wishes)
    },
  }),

  isReadable: query({
    summary: 'Whether an address leads to an item of which you may read something; asking is no attempt to open it.',
    audience: 'anyone',
    input: z.object({ itemId: itemAddress() }),
    output: z.object({ isReadable: z.boolean() }),
    example: { itemId: 1 },
    run: async (ctx, { itemId }) => ({ isReadable: await isReadableAt(ctx, itemId) }),
  }),

  detail: query({
    summary: 'The settings of an item with its visit password, for its managers.',
    audience: 'user',
    input: z.object({ itemId: id() }),
    output: ItemDetailView,
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { item, access } = await openItem(ctx, itemId, 'inspect')
      if (visibilityOf(item) === 'password')
        ctx.audit({ action: 'item.visitPasswordViewed', object: { kind: 'item', id: itemId } })
      return {
        ...itemView(ctx, item, access),
        password: plainPassword(ctx.services, item),
        visibility: visibilityOf(item),
      }
    },
  }),

  enterPassword: command({
    summary:
      'Gives the visit password of a private item, by its id or its personal domain; ' +
      'with itemId 0, of the item that pageId belongs to.',
    audience: 'anyone',
    needsNoRoom: true,
    rest: { path: 'item/pwd' },
    isTriedOnce: true,
    input: z.object({
      itemId: z.union([idOrNone(), line(limits.nameLength)]).default(0),
      pageId: idOrNone().default(0),
      password: secretText(limits.visitPasswordLength),
      captcha: wired('v_code', line(limits.nameLength).default('')),
    }),
    output: z.object({ itemId: id() }),
    example: { itemId: 1, password: 'open sesame' },
    async run(ctx, entry) {
      const item = await enterVisitPassword(ctx, entry)
      return { itemId: item.id }
    },
  }),

  update: command({
    summary:
      'Changes the settings of an item; a missing field stays as it is. Without visibility, an empty password opens the ' +
      'item, unless it is for members only.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({
      itemId: id(),
      itemName: line(limits.nameLength).min(1),
      itemDescription: text(limits.descriptionLength).optional(),
      itemDomain: line(limits.nameLength).optional(),
      password: secretText(limits.visitPasswordLength).optional(),
      visibility: visibilityField(),
    }),
    output: nothing(),
    example: { itemId: 1, itemName: 'Payment API', password: '' },
    async run(ctx, { itemId, itemName: name, itemDescription, itemDomain, ...wish }) {
      const opened = await openItemToChange(ctx, itemId, 'revoke')
      const before = opened.item
      const description = itemDescription ?? before.description
      const domain = itemDomain ?? before.domain ?? ''
      const settled = withSettings(before, { name, description, domain }, ctx.services.clock.now())
      const item = withVisibility(ctx.services, settled, wish)
      // Access by password, or by address alone, can still be removed from an archived item (D80).
      if (!isOnlyClosed(before, item)) requireRight(opened, 'manage', 'whole')
      await productStore(ctx.store).items.update(item)
      ctx.emit('item.updated', { item, before, actorId: requireLogin(ctx) })
      return {}
    },
  }),

  setGlobalParams: command({
    summary: 'Changes the parameters that all calls of an item have, list by list; a missing list stays as it is.',
    audience: 'user',
    input: z.object({ itemId: id(), globalParams: wired('global_param', NewGlobalParams) }),
    output: nothing(),
    example: { itemId: 1, globalParams: { header: [{ name: 'X-App', value: 'shop', require: '1' }] } },
    async run(ctx, { itemId, globalParams }) {
      const { item: before } = await openItemToChange(ctx, itemId, 'manage')
      const item = withGlobalParams(before, globalParams, ctx.services.clock.now())
      await productStore(ctx.store).items.update(item)
      ctx.emit('item.updated', { item, before, actorId: requireLogin(ctx) })
      return {}
    },
  }),

  ...lifecycleOperations,

  leave: command({
    summary: 'Ends your part in an item, your own and what you have by teams; you stay in the teams.',
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'item/exitItem' },
    input: z.object({ itemId: id() }),
    output: nothing(),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      await leaveItem(ctx, itemId)
      return {}
    },
  }),

  search: query({
    summary: 'Pages that contain every word of the keyword, in one item or, with itemId 0, in all items of your list.',
    audience: 'user',
    input: z.object({ keyword: line(limits.keywordLength).min(1), itemId: idOrNone().default(0) }),
    output: SearchView,
    isHeavy: always,
    example: { keyword: 'token' },
    async run(ctx, { keyword, itemId }) {
      if (!maySearch(keyword)) throw new DomainError('invalidInput', { field: 'keyword' })
      const words = wordsOf(keyword)
      const opened = itemId === 0 ? null : await openItem(ctx, itemId, 'read', 'somewhere')
      const hits = await ctx.store.search.find(words, searchScope(ctx, opened), limits.searchHits)
      return { itemId, itemName: opened?.item.name ?? '', pages: hits.map((hit) => hitView(hit, words)) }
    },
  }),
}

import { z } from 'zod'
import {
  addCatalog,
  addedTime,
  always,
  changeCatalog,
  command,
  deleteProgramFile,
  DomainError,
  id,
  idOrNone,
  limits,
  line,
  noted,
  openItem,
  query,
  receiveProgramFile,
  recyclePage,
  removeCatalog,
  secretText,
  text,
  upload,
  wired,
  type Catalog,
  type Context,
} from '#core/plugin.ts'
import { actWithKey, isKey, readWithKey } from './item-key.ts'
import { forgetSent, noteSent, wasSentFor } from './sent-files.ts'
import { catalogFields, shownCatalog, treeWithTexts, TreeView } from './tree.ts'

const LONGEST_SECRET = 100
const LONGEST_ADDRESS = 2_000
/** Storages may be slow. */
const UPLOAD_MS = 60_000

const ofItem = { apiKey: text(LONGEST_SECRET), apiToken: secretText(LONGEST_SECRET) }
const Key = z.object(ofItem)
const example = { apiKey: 'the key of the item', apiToken: 'the token of the item' }
const catalogId = () => wired('cat_id', id())
const catalogName = () => wired('cat_name', line(limits.nameLength))
const order = () => wired('s_number', idOrNone().optional())

const PageView = z.object({
  pageId: id(),
  itemId: id(),
  catalogId: wired('cat_id', idOrNone()),
  pageTitle: z.string(),
  pageContent: z.string(),
  order: wired('s_number', z.number()),
  authorUsername: z.string(),
  savedAt: addedTime(),
})
const CatalogView = z.object({ catalogId: catalogId(), itemId: id(), ...catalogFields })

/** What programs with the key of an item read and change beside writing pages, as they did in a ShowDoc. */
export const programOperations = {
  page: query({
    summary: 'A page by its number or, without one, the first of this title, with the key and the token of its item.',
    audience: 'anyone',
    rest: { path: 'open/getPage' },
    input: z.object({ ...ofItem, pageId: idOrNone().default(0), pageTitle: line(limits.titleLength).default('') }),
    output: PageView,
    example: { ...example, pageId: 1 },
    async run(ctx, { pageId, pageTitle, ...key }) {
      const program = await readWithKey(ctx, key)
      const { item } = await openItem(program, program.actor.itemId, 'read')
      if (pageId === 0 && pageTitle === '') throw new DomainError('invalidInput', { field: 'pageId' })
      const heads = await ctx.store.pages.headsOf(item.id)
      const head = heads.find((each) => (pageId === 0 ? each.title === pageTitle : each.id === pageId))
      if (!head) throw new DomainError('notFound')
      return PageView.parse(await program.perform('page.info', { pageId: head.id }))
    },
  }),

  tree: query({
    summary: 'The catalogs and pages of an item with their texts, with the key and the token of the item.',
    audience: 'anyone',
    isHeavy: always,
    rest: { path: 'open/getCatalogTree' },
    input: Key,
    output: TreeView,
    example,
    run: async (ctx, key) => treeWithTexts(await readWithKey(ctx, key)),
  }),

  deletePage: command({
    summary: 'Puts a page into the recycle bin, with the key and the token of its item.',
    audience: 'anyone',
    needsNoRoom: true,
    rest: { path: 'open/deletePage' },
    input: z.object({ ...ofItem, pageId: id() }),
    output: z.object({ pageId: id() }),
    example: { ...example, pageId: 1 },
    async run(ctx, { pageId, ...key }) {
      const program = await actWithKey(ctx, key)
      const { item } = await openItem(program, program.actor.itemId, 'edit')
      const heads = await ctx.store.pages.headsOf(item.id)
      if (!heads.some((each) => each.id === pageId)) throw new DomainError('notFound')
      await recyclePage(program, pageId)
      return { pageId }
    },
  }),

  addCatalog: command({
    summary: 'Adds a catalog, with the key and the token of its item; one of the same name may be there.',
    audience: 'anyone',
    rest: { path: 'open/createCatalog' },
    input: z.object({
      ...ofItem,
      catalogName: catalogName().min(1),
      parentId: wired('parent_cat_id', idOrNone().default(0)),
      order: order(),
    }),
    output: CatalogView,
    example: { ...example, catalogName: 'Orders' },
    async run(ctx, { catalogName: name, parentId, order, ...key }) {
      const program = await actWithKey(ctx, key)
      const { itemId } = program.actor
      const wishes = { itemId, name, parentId: parentId === 0 ? null : parentId, order }
      return shownInItem(await addCatalog(program, wishes))
    },
  }),

  changeCatalog: command({
    summary: 'Gives a catalog another name or place in the order, with the key and the token of its item.',
    audience: 'anyone',
    rest: { path: 'open/updateCatalog' },
    input: z.object({ ...ofItem, catalogId: catalogId(), catalogName: catalogName().default(''), order: order() }),
    output: CatalogView,
    example: { ...example, catalogId: 1, catalogName: 'Orders' },
    async run(ctx, { catalogId, catalogName: name, order, ...key }) {
      const program = await actWithKey(ctx, key)
      if (name === '' && order === undefined) throw new DomainError('invalidInput', { field: 'catalogName' })
      const there = await catalogOf(program, program.actor.itemId, catalogId)
      const wishes = { itemId: there.itemId, parentId: undefined, name: name || there.name, order }
      return shownInItem(await changeCatalog(program, catalogId, wishes))
    },
  }),

  deleteCatalog: command({
    summary:
      'Removes a catalog with those below it, with the key and the token of its item; their pages go to the recycle bin.',
    audience: 'anyone',
    needsNoRoom: true,
    rest: { path: 'open/deleteCatalog' },
    input: z.object({ ...ofItem, catalogId: catalogId() }),
    output: z.object({ catalogId: catalogId() }),
    example: { ...example, catalogId: 1 },
    async run(ctx, { catalogId, ...key }) {
      const program = await actWithKey(ctx, key)
      await removeCatalog(program, program.actor.itemId, catalogId)
      return { catalogId }
    },
  }),

  upload: command({
    summary:
      'Attaches a file to a page, or to none, with the key and the token of an item; it belongs to the owner of the item.',
    audience: 'anyone',
    rest: { path: 'open/uploadAttachment' },
    restOnly: true,
    withoutTransaction: true,
    limitMs: UPLOAD_MS,
    input: z.object({
      ...ofItem,
      file: upload({ shorterThan: limits.attachmentBytes }),
      pageId: idOrNone().default(0),
    }),
    output: z.object({
      url: noted({ namesFiles: true }, z.string()),
      fileId: id(),
      sign: z.string(),
      displayName: z.string(),
    }),
    async admitsFile(ctx, soFar) {
      const key = Key.safeParse(soFar)
      // In forms, the key may follow the file.
      if (!key.success) return false
      if (!(await isKey(ctx, key.data))) throw new DomainError('wrongItemKey')
      return true
    },
    async run(ctx, { file, pageId, ...key }) {
      const program = await actWithKey(ctx, key)
      const sent = await receiveProgramFile(program, file, pageId, async (within, fileId) => {
        if (pageId === 0) await noteSent(within, program.actor.itemId, fileId)
      })
      return { url: sent.address, fileId: sent.id, sign: sent.token, displayName: sent.displayName }
    },
  }),

  deleteFile: command({
    summary:
      'Deletes a file that only pages of an item use, by its number, its sign or its address, with the key and the token ' +
      'of the item.',
    audience: 'anyone',
    needsNoRoom: true,
    rest: { path: 'open/deleteAttachment' },
    input: z.object({
      ...ofItem,
      fileId: idOrNone().default(0),
      sign: text(LONGEST_SECRET).default(''),
      fileUrl: text(LONGEST_ADDRESS).default(''),
    }),
    output: z.object({ fileId: id() }),
    example: { ...example, fileId: 1 },
    async run(ctx, { fileId, sign, fileUrl, ...key }) {
      const program = await actWithKey(ctx, key)
      const named = fileId === 0 ? { token: sign === '' ? signIn(fileUrl) : sign } : { fileId }
      const isSent = (each: number) => wasSentFor(ctx, program.actor.itemId, each)
      const deleted = await deleteProgramFile(program, named, isSent)
      await forgetSent(ctx, deleted)
      return { fileId: deleted }
    },
  }),
}

/** The sign in an address of a file, of a ShowDoc or of here; '' when there is none. */
const signIn = (address: string): string =>
  /(?:[?&/]sign[=/]|\/attachment\/)([\w-]{32})(?![\w-])/.exec(address)?.[1] ?? ''

async function catalogOf(program: Context, itemId: number, catalogId: number): Promise<Catalog> {
  const { item } = await openItem(program, itemId, 'edit')
  const there = (await program.store.catalogs.ofItem(item.id)).find((each) => each.id === catalogId)
  if (!there) throw new DomainError('notFound')
  return there
}

const shownInItem = (catalog: Catalog): z.input<typeof CatalogView> => ({
  ...shownCatalog(catalog),
  itemId: catalog.itemId,
})

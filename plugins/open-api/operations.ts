import { z } from 'zod'
import {
  can,
  command,
  id,
  idOrNone,
  limits,
  line,
  noted,
  openItem,
  openItemToChange,
  personIn,
  query,
  requireLogin,
  secretText,
  text,
  wired,
  writePageByTitle,
  type Context,
  type OpenItem,
} from '#core/plugin.ts'
import { actWithKey, keptKeyOf, renewKey, showKey } from './item-key.ts'
import { tellOfReset } from './reset.ts'

const LONGEST_SECRET = 100
/** Names of catalogs with a separator. */
const LONGEST_PATH = 500

const ItemKeyView = z.object({ apiKey: z.string(), apiToken: noted({ secret: true }, z.string()) })
const item = ({ itemId }: { readonly itemId: number }) => ({ kind: 'item', id: itemId }) as const

export const itemKeyOperations = {
  itemKey: {
    get: command({
      summary: 'The key and the token with which programs write into an item, the same ones until they are reset.',
      audience: 'user',
      rest: { path: 'item/getKey' },
      input: z.object({ itemId: id() }),
      output: ItemKeyView,
      example: { itemId: 1 },
      async run(ctx, input) {
        // Held, so that two first requests get the same key.
        await openItemToChange(ctx, input.itemId, 'inspect')
        const key = await showKey(ctx, input.itemId, requireLogin(ctx))
        ctx.audit({ action: 'item.keyViewed', object: item(input) })
        return key
      },
    }),

    reset: command({
      summary: 'Gives an item a new token; the one before is refused from now on.',
      audience: 'user',
      needsNoRoom: true,
      rest: { path: 'item/resetKey' },
      input: z.object({ itemId: id() }),
      output: ItemKeyView,
      example: { itemId: 1 },
      async run(ctx, input) {
        const { item: opened } = await openItemToChange(ctx, input.itemId, 'revoke')
        const { itemId } = input
        const before = await keptKeyOf(ctx, itemId)
        const key = await renewKey(ctx, { itemId, viewerIds: [requireLogin(ctx)] }, before?.key ?? null)
        tellOfReset(ctx, opened)
        return key
      },
    }),

    advice: query({
      summary: 'What speaks for resetting the token of an item, or says that it was reset; nothing of the key itself.',
      audience: 'user',
      input: z.object({ itemId: id() }),
      output: z.object({
        /** The token is new because the item was transferred. */
        isByTransfer: z.boolean(),
        /** Usernames of people who have seen the token and could not see it any more. */
        viewersGone: z.array(z.string()),
      }),
      example: { itemId: 1 },
      async run(ctx, { itemId }) {
        const opened = await openItem(ctx, itemId, 'inspect')
        const { viewerIds = [], isByTransfer = false } = (await keptKeyOf(ctx, itemId))?.data ?? {}
        return { isByTransfer, viewersGone: await viewersGone(ctx, opened, viewerIds) }
      },
    }),

    writePage: command({
      summary:
        'Makes the page of this title or changes it, with the key and the token of its item. ' +
        'catalogPath is a path such as A/B/C, and subcatalogPath goes on below it; catalogs that are missing are made.',
      audience: 'anyone',
      rest: { path: 'item/updateByApi', formerPaths: ['open/updateItem', 'open/updatePage'] },
      input: z.object({
        apiKey: text(LONGEST_SECRET),
        apiToken: secretText(LONGEST_SECRET),
        catalogPath: wired('cat_name', text(LONGEST_PATH).default('')),
        subcatalogPath: wired('cat_name_sub', text(LONGEST_PATH).default('')),
        pageTitle: noted({ urlencoded: true }, line(limits.titleLength).min(1)),
        pageContent: noted({ urlencoded: true }, text(limits.pageContentLength)),
        order: wired('s_number', idOrNone().optional()),
      }),
      output: z.object({
        pageId: id(),
        itemId: id(),
        catalogId: wired('cat_id', idOrNone()),
        pageTitle: z.string(),
        revision: z.number(),
      }),
      example: {
        apiKey: 'the key of the item',
        apiToken: 'the token of the item',
        catalogPath: 'Orders/Refunds',
        pageTitle: 'Refund an order',
        pageContent: '# Refund an order',
      },
      async run(ctx, { apiKey, apiToken, pageTitle: title, pageContent: content, order, ...input }) {
        const program = await actWithKey(ctx, { apiKey, apiToken })
        const { itemId } = program.actor
        const catalogPath = `${input.catalogPath}/${input.subcatalogPath}`
        const page = await writePageByTitle(program, itemId, { catalogPath, title, content, order })
        return { pageId: page.id, itemId, catalogId: page.catalogId ?? 0, pageTitle: title, revision: page.revision }
      },
    }),
  },
}

/** The usernames of viewers of a token who can no longer see it. */
async function viewersGone(ctx: Context, opened: OpenItem, viewerIds: readonly number[]): Promise<string[]> {
  const gone: number[] = []
  for (const viewerId of viewerIds) {
    const person = await personIn(ctx, opened, viewerId)
    if (!person || !can(person.access, 'inspect')) gone.push(viewerId)
  }
  return (await ctx.store.users.byIds(gone)).map(({ username }) => username).toSorted()
}

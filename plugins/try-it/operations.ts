import { z } from 'zod'
import {
  can,
  command,
  id,
  nothing,
  openItem,
  openItemToChange,
  openPage,
  query,
  requireLogin,
  type Context,
} from '#core/plugin.ts'
import { isApiDocument } from '#plugins/api-document/api.ts'
import { Environments } from './environment.ts'
import { environmentsOf, keepEnvironments } from './environments.ts'

/** Kept with the item, where somebody has chosen. */
interface Allowance {
  readonly isForReaders: boolean
}
const allowancesIn = ({ store }: Pick<Context, 'store'>) => store.documents.collection<Allowance>('try-it.allowance')
const isForReadersOf = async (ctx: Context, itemId: number): Promise<boolean> =>
  (await allowancesIn(ctx).byKey(String(itemId)))?.data.isForReaders ?? false

export const tryItOperations = {
  tryIt: {
    mayTry: query({
      summary:
        'Whether the caller is offered to make the call of a page: its editors, and readers where the item says so.',
      audience: 'anyone',
      input: z.object({ pageId: id() }),
      output: z.object({ mayTry: z.boolean() }),
      example: { pageId: 1 },
      async run(ctx, { pageId }) {
        const { item, page, access, topCatalogId } = await openPage(ctx, pageId, 'read')
        if (!isApiDocument(page.content)) return { mayTry: false }
        // Not the right to edit: in items that only programs write, people try all the same.
        const isEditor = can(access, 'copy', topCatalogId === null ? 'whole' : { topCatalogId })
        return { mayTry: isEditor || (await isForReadersOf(ctx, item.id)) }
      },
    }),
    allowance: query({
      summary: 'Whether readers of an item are offered to make the calls of its pages.',
      audience: 'user',
      input: z.object({ itemId: id() }),
      output: z.object({ isForReaders: z.boolean() }),
      example: { itemId: 1 },
      async run(ctx, { itemId }) {
        const { item } = await openItem(ctx, itemId, 'inspect')
        return { isForReaders: await isForReadersOf(ctx, item.id) }
      },
    }),
    allow: command({
      summary: 'Says whether readers of an item are offered to make the calls of its pages.',
      audience: 'user',
      input: z.object({ itemId: id(), isForReaders: z.boolean() }),
      output: nothing(),
      example: { itemId: 1, isForReaders: true },
      async run(ctx, { itemId, isForReaders }) {
        const { item } = await openItemToChange(ctx, itemId, 'manage')
        const at = ctx.services.clock.now()
        await allowancesIn(ctx).put({ key: String(item.id), itemId: item.id, at, data: { isForReaders } })
        return {}
      },
    }),
    environments: query({
      summary: 'What the caller has put in for calls: values by name, and the hosts they may go to.',
      audience: 'user',
      input: nothing(),
      output: z.object({ environments: Environments }),
      example: {},
      run: async (ctx) => ({ environments: await environmentsOf(ctx, requireLogin(ctx)) }),
    }),
    keepEnvironments: command({
      summary:
        'Keeps what the caller has put in for calls, sealed, in place of what was kept; with what it was made of, what ' +
        'others changed meanwhile stays.',
      audience: 'user',
      input: z.object({ environments: Environments, before: Environments.optional() }),
      output: nothing(),
      example: { environments: [] },
      async run(ctx, { environments, before }) {
        await keepEnvironments(ctx, requireLogin(ctx), environments, before ?? null)
        return {}
      },
    }),
  },
}

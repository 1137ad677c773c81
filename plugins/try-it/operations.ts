import { z } from 'zod'
import {
  can,
  command,
  DomainError,
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
import { relayed, RelayedAnswer, RelayedCall } from './relayed-call.ts'

/** Stored with the item, once somebody has chosen. */
interface Allowance {
  readonly isForReaders: boolean
}
const allowancesIn = ({ store }: Pick<Context, 'store'>) => store.documents.collection<Allowance>('try-it.allowance')
const isForReadersOf = async (ctx: Context, itemId: number): Promise<boolean> =>
  (await allowancesIn(ctx).byKey(String(itemId)))?.data.isForReaders ?? false

/** Whether the caller can try the call of a page. */
async function isOffered(ctx: Context, pageId: number): Promise<boolean> {
  const { item, page, access, topCatalogId } = await openPage(ctx, pageId, 'read')
  if (!isApiDocument(page.content)) return false
  // Does not require the right to edit: people also try calls in items that only programs write.
  const isEditor = can(access, 'copy', topCatalogId === null ? 'whole' : { topCatalogId })
  return isEditor || (await isForReadersOf(ctx, item.id))
}

export const tryItOperations = {
  tryIt: {
    mayTry: query({
      summary:
        'Whether the caller is offered to make the call of a page: its editors, and readers where the item says so.',
      audience: 'anyone',
      input: z.object({ pageId: id() }),
      output: z.object({ mayTry: z.boolean() }),
      example: { pageId: 1 },
      run: async (ctx, { pageId }) => ({ mayTry: await isOffered(ctx, pageId) }),
    }),
    mayRelay: query({
      summary:
        'Whether the caller may have this server make the call of a page to a host, which the operator has named.',
      audience: 'user',
      input: z.object({ pageId: id(), origin: z.url({ protocol: /^https?$/ }).max(300) }),
      output: z.object({ mayRelay: z.boolean() }),
      example: { pageId: 1, origin: 'https://api.example.org' },
      run: async (ctx, { pageId, origin }) => ({
        mayRelay: (await isOffered(ctx, pageId)) && ctx.services.outbound.admits(new URL(origin)),
      }),
    }),
    relay: command({
      summary:
        'Makes a call to a host that the operator has named, with what is given here and nothing else, and answers with ' +
        'what came back: at most 1 MB within ten seconds, its body in Base64. Redirects are not followed.',
      audience: 'user',
      // A remote server may be slow, and has received the call in any case.
      withoutTransaction: true,
      limitMs: 20_000,
      isTriedOnce: true,
      input: RelayedCall.extend({ pageId: id() }),
      output: RelayedAnswer,
      example: { pageId: 1, method: 'GET', url: 'https://api.example.org/pets' },
      async run(ctx, { pageId, ...call }) {
        const userId = requireLogin(ctx)
        if (!(await isOffered(ctx, pageId))) throw new DomainError('notAllowed')
        const answer = await relayed(ctx.services, userId, call)
        // Without the path, which may contain secrets.
        const { origin } = new URL(call.url)
        const detail = `${call.method.toUpperCase()} ${origin} ${answer.answer?.status ?? answer.failure}`
        ctx.audit({ action: 'page.callRelayed', object: { kind: 'page', id: pageId }, detail })
        return answer
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
      needsNoRoom: true,
      input: z.object({ itemId: id(), isForReaders: z.boolean() }),
      output: nothing(),
      example: { itemId: 1, isForReaders: true },
      async run(ctx, { itemId, isForReaders }) {
        const { item } = await openItemToChange(ctx, itemId, 'revoke')
        // In an archived item this can still be taken from readers (D80).
        if (isForReaders && !(await isForReadersOf(ctx, item.id))) await openItem(ctx, item.id, 'manage')
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

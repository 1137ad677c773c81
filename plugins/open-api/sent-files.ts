import type { Collection, Context } from '#core/plugin.ts'

type Surroundings = Pick<Context, 'store' | 'services'>

/** Under the id of the file; they end with the item. */
const sentIn = ({ store }: Surroundings): Collection<object> => store.documents.collection<object>('open-api.sent-file')

/** Remembers that a program of this item has sent a file for no page, which nothing else says. */
export async function noteSent(ctx: Surroundings, itemId: number, fileId: number): Promise<void> {
  await sentIn(ctx).put({ key: String(fileId), itemId, at: ctx.services.clock.now(), data: {} })
}

/** Whether a program of this item has sent a file for no page. */
export const wasSentFor = async (ctx: Surroundings, itemId: number, fileId: number): Promise<boolean> =>
  (await sentIn(ctx).byKey(String(fileId)))?.itemId === itemId

export const forgetSent = (ctx: Surroundings, fileId: number): Promise<unknown> =>
  sentIn(ctx).deleteKeys([String(fileId)])

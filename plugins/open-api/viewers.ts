import { can, personIn, type Context, type OpenItem } from '#core/plugin.ts'

/** The usernames of those among the viewers of a token who could not look at it any more. */
export async function viewersGone(ctx: Context, opened: OpenItem, viewerIds: readonly number[]): Promise<string[]> {
  const gone: number[] = []
  for (const viewerId of viewerIds) {
    const person = await personIn(ctx, opened, viewerId)
    if (!person || !can(person.access, 'inspect')) gone.push(viewerId)
  }
  return (await ctx.store.users.byIds(gone)).map(({ username }) => username).toSorted()
}

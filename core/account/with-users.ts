import type { Context } from '../context.ts'
import type { Person } from './user.ts'

/** Views of things that are somebody's, each made with the account of its person. */
export async function withUsers<T extends { readonly userId: number }, V>(
  { store }: Pick<Context, 'store'>,
  things: readonly T[],
  view: (thing: T, user: Person) => V,
): Promise<V[]> {
  const users = new Map((await store.users.byIds(things.map(({ userId }) => userId))).map((user) => [user.id, user]))
  return things.flatMap((thing) => {
    const user = users.get(thing.userId)
    return user ? [view(thing, user)] : []
  })
}

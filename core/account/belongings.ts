import type { Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Paging, Slice } from '../paging.ts'
import type { Title } from './login-methods.ts'

type Surroundings = Pick<Context, 'store' | 'services'>

export interface NamedThing {
  readonly id: number
  readonly name: string
}

/**
 * Things of one kind that belong to an account and go along when everything of somebody is handed over. The account can
 * be deleted all the same, and what is not handed over before goes with it.
 */
export interface BelongingsOfKind {
  /** Unique in the product, e.g. `template`. */
  readonly id: string
  readonly one: Title
  readonly many: Title
  /** What the person has, in a fixed order. */
  list(ctx: Surroundings, userId: number, paging: Paging): Promise<Slice<NamedThing>>
  /** Gives all of it to another person, in the transaction of the hand-over. @returns how many */
  give(ctx: Surroundings, from: number, to: number): Promise<number>
}
export const belongings = extensionPoint<BelongingsOfKind>('belongings', { isPartOfCommands: true })

/** A page of several lists, one after the other. */
export async function pageOfLists<T>(
  lists: readonly ((paging: Paging) => Promise<Slice<T>>)[],
  { page, count }: Paging,
): Promise<{ readonly list: readonly T[]; readonly totals: readonly number[] }> {
  const found: T[] = []
  const totals: number[] = []
  // How many are still to be skipped.
  let before = (page - 1) * count
  for (const listed of lists) {
    const first = Math.floor(before / count) + 1
    const { list, total } = await listed({ page: first, count })
    totals.push(total)
    const wanted = count - found.length
    const here = list.slice(before % count, (before % count) + wanted)
    found.push(...here)
    // The wanted part may begin within a page of this list and end in the next one.
    if (here.length < wanted && before + here.length < total)
      found.push(...(await listed({ page: first + 1, count })).list.slice(0, wanted - here.length))
    before = Math.max(0, before - total)
  }
  return { list: found, totals }
}

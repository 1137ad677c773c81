import {
  allowedReadings,
  can,
  DomainError,
  openPage,
  personIn,
  type Collection,
  type CommandContext,
  type Context,
  type OpenPage,
} from '#core/plugin.ts'
import type { Commenters } from './commenters.ts'

interface Allowance {
  readonly commenters: Commenters
}
/** A store with documents, as searches have it too. */
interface Holder {
  readonly store: Pick<Context['store'], 'documents'>
}

export const allowancesIn = ({ store }: Holder): Collection<Allowance> =>
  store.documents.collection('comments.allowance')

/** Visitors of an open item can neither see nor write comments unless its managers allow it. */
export const commentersOf = async (ctx: Holder, itemId: number): Promise<Commenters> =>
  (await allowancesIn(ctx).byKey(String(itemId)))?.data.commenters ?? 'members'

type Opened = Pick<OpenPage, 'access' | 'topCatalogId'>
const placeOf = ({ topCatalogId }: Opened) => (topCatalogId === null ? 'whole' : { topCatalogId })

/** Whether a reader of the page can see and write comments: both or neither. */
export const takesPart = (opened: Opened, commenters: Commenters): boolean =>
  takesPartAt(placeOf(opened), opened, commenters)

/** Whether that is so for any page of the item. */
export const takesPartSomewhere = (opened: Pick<Opened, 'access'>, commenters: Commenters): boolean =>
  takesPartAt('somewhere', opened, commenters)

function takesPartAt(place: Parameters<typeof can>[2], { access }: Pick<Opened, 'access'>, commenters: Commenters) {
  if (commenters === 'accounts') return can(access, 'read', place)
  if (commenters === 'editors') return can(access, 'copy', place)
  const rights = access.rights.filter(({ from }) => from !== 'openItem' && from !== 'visitPassword')
  return can({ ...access, rights }, 'read', place)
}

export interface Discussed extends OpenPage {
  readonly commenters: Commenters
  /** Whether the caller may see the comments. */
  readonly isOpenToCaller: boolean
}

/** The page, and whether the caller may see its comments. A program with an item's token never can. */
export async function discussedPage(ctx: Context, pageId: number): Promise<Discussed> {
  const opened = await openPage(ctx, pageId, 'read')
  const commenters = await commentersOf(ctx, opened.item.id)
  const isOpenToCaller = ctx.actor.kind === 'user' && takesPart(opened, commenters)
  return { ...opened, commenters, isOpenToCaller }
}

/** The same for writing. @throws DomainError notAllowed, also in an archived item */
export async function pageToDiscuss(ctx: CommandContext, pageId: number): Promise<Discussed> {
  const discussed = await discussedPage(ctx, pageId)
  if (!discussed.isOpenToCaller || discussed.access.isArchived) throw new DomainError('notAllowed')
  return discussed
}

/** Those of these people who may see the comments of the page. */
export async function partakersAmong(
  ctx: Context,
  discussed: Discussed,
  userIds: readonly number[],
): Promise<readonly number[]> {
  const { page, topCatalogId, commenters } = discussed
  if (commenters === 'accounts') {
    const readings = await allowedReadings(
      ctx,
      userIds.map((userId) => ({ pageId: page.id, userId })),
    )
    return readings.map(({ userId }) => userId)
  }
  const people = await Promise.all(userIds.map((userId) => personIn(ctx, discussed, userId)))
  return people.flatMap((person) =>
    person && takesPart({ access: person.access, topCatalogId }, commenters) ? [person.user.id] : [],
  )
}

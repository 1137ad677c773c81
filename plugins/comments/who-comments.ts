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

/** editors: those who may edit there · members: everybody with a part in the item · accounts: every reader who is logged in. */
export const COMMENTERS = ['editors', 'members', 'accounts'] as const
export type Commenters = (typeof COMMENTERS)[number]

interface Allowance {
  readonly commenters: Commenters
}
export const allowancesIn = ({ store }: Pick<Context, 'store'>): Collection<Allowance> =>
  store.documents.collection('comments.allowance')

/** Visitors of an open item see and write none unless its managers say so. */
export const commentersOf = async (ctx: Pick<Context, 'store'>, itemId: number): Promise<Commenters> =>
  (await allowancesIn(ctx).byKey(String(itemId)))?.data.commenters ?? 'members'

type Opened = Pick<OpenPage, 'access' | 'topCatalogId'>
const placeOf = ({ topCatalogId }: Opened) => (topCatalogId === null ? 'whole' : { topCatalogId })

/** Whether somebody who reads the page there may see its comments and write some: both or neither. */
function takesPart(opened: Opened, commenters: Commenters): boolean {
  const { access } = opened
  if (commenters === 'accounts') return can(access, 'read', placeOf(opened))
  if (commenters === 'editors') return can(access, 'copy', placeOf(opened))
  const rights = access.rights.filter(({ from }) => from !== 'openItem' && from !== 'visitPassword')
  return can({ ...access, rights }, 'read', placeOf(opened))
}

export interface Discussed extends OpenPage {
  readonly commenters: Commenters
  /** The caller may see what is said here. */
  readonly isOpenToCaller: boolean
}

/** The page, and whether its comments are for the caller. Programs of an item are nobody who could say something. */
export async function discussedPage(ctx: Context, pageId: number): Promise<Discussed> {
  const opened = await openPage(ctx, pageId, 'read')
  const commenters = await commentersOf(ctx, opened.item.id)
  const isOpenToCaller = ctx.actor.kind === 'user' && takesPart(opened, commenters)
  return { ...opened, commenters, isOpenToCaller }
}

/** The same for whoever wants to say something. @throws DomainError notAllowed, in an archived item as well */
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

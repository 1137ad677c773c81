import { z } from 'zod'
import {
  command,
  DomainError,
  id,
  idOrNone,
  nothing,
  openPage,
  participantsOf,
  plainFlag,
  query,
  requireLogin,
  wired,
  type CommandContext,
} from '#core/plugin.ts'
import { MOST_FOLLOWERS, subscriptionKey, subscriptionsIn } from './subscription.ts'

const FollowerView = z.object({
  userId: wired('uid', id()),
  username: z.string(),
  name: z.string(),
  followedAt: wired('sub_time', z.date()),
})
const userIds = () => z.array(id()).min(1).max(MOST_FOLLOWERS)
const page = () => z.object({ pageId: id() })
const example = { pageId: 1 }

export const subscriptionOperations = {
  list: query({
    summary:
      'Who follows a page, in the order in which they came, for those who may edit it; ' +
      'nobody follows one that is not made yet (pageId 0).',
    audience: 'user',
    rest: { path: 'subscription/getPageList' },
    input: z.object({ pageId: idOrNone().default(0) }),
    output: z.array(FollowerView),
    example,
    async run(ctx, { pageId }) {
      if (pageId === 0) return []
      await openPage(ctx, pageId, 'edit', 'besideLock')
      const { list } = await subscriptionsIn(ctx).find({ pageId })
      const followers = await ctx.store.users.byIds(list.flatMap(({ userId }) => userId ?? []))
      const people = new Map(followers.map((follower) => [follower.id, follower]))
      return list.toReversed().flatMap(({ userId, at }) => {
        const person = people.get(userId ?? 0)
        return person ? [{ userId: person.id, username: person.username, name: person.name, followedAt: at }] : []
      })
    },
  }),

  add: command({
    summary: 'Puts people who have a part in the item, or yourself, on the list of those who follow a page.',
    audience: 'user',
    rest: { path: 'subscription/savePage' },
    input: page().extend({ userIds: wired('uids', userIds()) }),
    output: nothing(),
    example: { ...example, userIds: [1, 2] },
    async run(ctx, { pageId, userIds: wanted }) {
      const { item } = await openPage(ctx, pageId, 'edit', 'besideLock')
      const addable = new Set((await participantsOf(ctx.store, item)).map((participant) => participant.id))
      addable.add(requireLogin(ctx))
      const followers = await followersOf(ctx, pageId)
      // An account without access to the item is refused like a missing one (threats A3).
      if (wanted.some((userId) => !addable.has(userId) && !followers.has(userId))) throw new DomainError('notFound')
      await putOnList(ctx, pageId, followers, wanted)
      return {}
    },
  }),

  remove: command({
    summary: 'Takes people off the list of those who follow a page.',
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'subscription/deletePage' },
    input: page().extend({ userIds: wired('uids', userIds()) }),
    output: nothing(),
    example: { ...example, userIds: [1, 2] },
    async run(ctx, { pageId, userIds: unwanted }) {
      await openPage(ctx, pageId, 'edit', 'besideLock')
      await takeOffList(ctx, pageId, unwanted)
      return {}
    },
  }),

  mine: query({
    summary: 'Whether you follow a page.',
    audience: 'user',
    input: page(),
    output: z.object({ isFollowed: plainFlag() }),
    example,
    async run(ctx, { pageId }) {
      await openPage(ctx, pageId, 'read')
      const own = await subscriptionsIn(ctx).byKey(subscriptionKey(pageId, requireLogin(ctx)))
      return { isFollowed: own !== null }
    },
  }),

  follow: command({
    summary: 'Follows a page you may read: you are reminded when somebody saves it with a notification.',
    audience: 'user',
    input: page(),
    output: nothing(),
    example,
    async run(ctx, { pageId }) {
      await openPage(ctx, pageId, 'read')
      await putOnList(ctx, pageId, await followersOf(ctx, pageId), [requireLogin(ctx)])
      return {}
    },
  }),

  unfollow: command({
    summary: 'Follows a page no longer.',
    audience: 'user',
    needsNoRoom: true,
    input: page(),
    output: nothing(),
    example,
    async run(ctx, { pageId }) {
      await openPage(ctx, pageId, 'read')
      await takeOffList(ctx, pageId, [requireLogin(ctx)])
      return {}
    },
  }),
}

async function followersOf(ctx: CommandContext, pageId: number): Promise<ReadonlySet<number>> {
  const { list } = await subscriptionsIn(ctx).find({ pageId })
  return new Set(list.flatMap(({ userId }) => userId ?? []))
}

/** Keeps existing followers with their dates. @throws DomainError tooMany */
async function putOnList(
  ctx: CommandContext,
  pageId: number,
  followers: ReadonlySet<number>,
  wanted: readonly number[],
): Promise<void> {
  const added = [...new Set(wanted)].filter((userId) => !followers.has(userId))
  if (followers.size + added.length > MOST_FOLLOWERS) throw new DomainError('tooMany', { limit: MOST_FOLLOWERS })
  const at = ctx.services.clock.now()
  await subscriptionsIn(ctx).putAll(
    added.map((userId) => ({ key: subscriptionKey(pageId, userId), pageId, userId, at, data: {} })),
  )
}

const takeOffList = (ctx: CommandContext, pageId: number, userIds: readonly number[]): Promise<void> =>
  subscriptionsIn(ctx).deleteKeys(userIds.map((userId) => subscriptionKey(pageId, userId)))

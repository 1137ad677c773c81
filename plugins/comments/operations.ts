import { z } from 'zod'
import {
  can,
  command,
  DomainError,
  id,
  idOrNone,
  keepWithinRoom,
  nothing,
  openItem,
  openItemToChange,
  participantsOf,
  query,
  requireLogin,
  requireRoom,
  text,
  textOwners,
  type CommandContext,
  type Context,
  type Document,
} from '#core/plugin.ts'
import { bytesOf, commentsIn, FRESH, namesIn, OPEN, waitForTurn, type Comment } from './comment.ts'
import { COMMENTERS, isWider } from './commenters.ts'
import { commentLimits } from './limits.ts'
import { DiscussionView, discussionView, isByCaller } from './views.ts'
import {
  allowancesIn,
  commentersOf,
  discussedPage,
  pageToDiscuss,
  partakersAmong,
  type Discussed,
} from './who-comments.ts'

const commentText = () => text(commentLimits.text).trim().min(1)

export const commentsOperations = {
  comment: {
    list: query({
      summary:
        'What is said of a page, in threads, and whether the passage each is about is still there. ' +
        'Empty for callers whom comments of the item are not for.',
      audience: 'user',
      input: z.object({ pageId: id() }),
      output: DiscussionView,
      example: { pageId: 1 },
      run: async (ctx, { pageId }) => discussionView(ctx, await discussedPage(ctx, pageId)),
    }),

    add: command({
      summary:
        'Comments on a page, on a passage of it (quote with what stands before and after), or answers in a thread. ' +
        'People named by @username are told.',
      audience: 'user',
      input: z.object({
        pageId: id(),
        text: commentText(),
        threadId: idOrNone().default(0),
        quote: text(commentLimits.quote).default(''),
        before: text(commentLimits.context).default(''),
        after: text(commentLimits.context).default(''),
      }),
      output: z.object({ commentId: id(), threadId: id() }),
      example: { pageId: 1, text: 'Is this still so?' },
      async run(ctx, { pageId, threadId, quote, before, after, text: said }) {
        const discussed = await pageToDiscuss(ctx, pageId)
        const authorId = requireLogin(ctx)
        await waitForTurn(ctx, pageId)
        const thread = threadId === 0 ? null : await threadOn(ctx, pageId, threadId)
        if ((await commentsIn(ctx).count({ pageId })) >= commentLimits.perPage)
          throw new DomainError('tooMany', { limit: commentLimits.perPage })
        const anchor = thread || quote.trim() === '' ? null : { quote, before, after }
        const data = { ...FRESH, authorId, text: said, threadId, anchor }
        const bytes = bytesOf(data)
        const owners = textOwners(discussed.item.id, authorId)
        await requireRoom(ctx, owners, bytes)
        const at = ctx.services.clock.now()
        const comment = await commentsIn(ctx).put({ pageId, at, data, bytes, authorId, searchedText: said })
        await keepWithinRoom(ctx, owners, bytes)
        // Replying to a resolved thread reopens it.
        if (thread?.data.isResolved === true) await commentsIn(ctx).update(thread.id, OPEN)
        await tell(ctx, discussed, { commentId: comment.id, text: said, thread })
        return { commentId: comment.id, threadId: thread?.id ?? comment.id }
      },
    }),

    update: command({
      summary: 'Changes the text of a comment of your own. People it names for the first time are told.',
      audience: 'user',
      input: z.object({ commentId: id(), text: commentText() }),
      output: nothing(),
      example: { commentId: 1, text: 'Is this still so in version 2?' },
      async run(ctx, { commentId, text: said }) {
        const { comment, discussed } = await commentToChange(ctx, commentId)
        if (!isByCaller(ctx, comment) || comment.data.isRemoved) throw new DomainError('notAllowed')
        if (said === comment.data.text) return {}
        const editedAt = ctx.services.clock.now().getTime()
        const bytes = bytesOf({ ...comment.data, text: said })
        const owners = textOwners(discussed.item.id, comment.data.authorId)
        const more = bytes - bytesOf(comment.data)
        if (more > 0) await requireRoom(ctx, owners, more)
        await commentsIn(ctx).update(comment.id, { text: said, editedAt }, bytes, said)
        if (more > 0) await keepWithinRoom(ctx, owners, more)
        await tell(ctx, discussed, { commentId, text: said, thread: null, former: comment.data.text })
        return {}
      },
    }),

    delete: command({
      summary: 'Deletes a comment of your own, or as a manager any; one that was answered leaves its place.',
      audience: 'user',
      needsNoRoom: true,
      input: z.object({ commentId: id() }),
      output: nothing(),
      example: { commentId: 1 },
      async run(ctx, { commentId }) {
        const { comment, discussed } = await commentToChange(ctx, commentId)
        if (!isByCaller(ctx, comment) && !can(discussed.access, 'manage')) throw new DomainError('notAllowed')
        const answers = await commentsIn(ctx).count({ pageId: discussed.page.id, where: { threadId: comment.id } })
        if (answers === 0) await commentsIn(ctx).delete(comment.id)
        else await commentsIn(ctx).update(comment.id, { text: '', isRemoved: true }, 0, '')
        return {}
      },
    }),

    resolve: command({
      summary: 'Settles a thread, or opens it again.',
      audience: 'user',
      needsNoRoom: true,
      input: z.object({ threadId: id(), isResolved: z.boolean().default(true) }),
      output: nothing(),
      example: { threadId: 1 },
      async run(ctx, { threadId, isResolved }) {
        const { comment } = await commentToChange(ctx, threadId)
        if (comment.data.threadId !== 0) throw new DomainError('notFound')
        await commentsIn(ctx).update(comment.id, isResolved ? { isResolved, resolvedById: requireLogin(ctx) } : OPEN)
        return {}
      },
    }),

    people: query({
      summary: 'Whom you can name in a comment on a page: for editors who has a part in the item, else who commented.',
      audience: 'user',
      input: z.object({ pageId: id() }),
      output: z.array(z.object({ username: z.string(), name: z.string() })),
      example: { pageId: 1 },
      async run(ctx, { pageId }) {
        const discussed = await discussedPage(ctx, pageId)
        if (!discussed.isOpenToCaller) return []
        const people = await nameable(ctx, discussed)
        return people.map(({ username, name }) => ({ username, name }))
      },
    }),

    allowance: query({
      summary: 'Who sees and writes the comments of an item, for its managers.',
      audience: 'user',
      input: z.object({ itemId: id() }),
      output: z.object({ commenters: z.enum(COMMENTERS) }),
      example: { itemId: 1 },
      async run(ctx, { itemId }) {
        const { item } = await openItem(ctx, itemId, 'inspect')
        return { commenters: await commentersOf(ctx, item.id) }
      },
    }),

    allow: command({
      summary:
        'Says who sees and writes the comments of an item: its editors, its members, or every reader with an account.',
      audience: 'user',
      needsNoRoom: true,
      input: z.object({ itemId: id(), commenters: z.enum(COMMENTERS) }),
      output: nothing(),
      example: { itemId: 1, commenters: 'accounts' },
      async run(ctx, { itemId, commenters }) {
        const { item } = await openItemToChange(ctx, itemId, 'revoke')
        // In an archived item comments can still be closed to people (D80).
        if (isWider(commenters, await commentersOf(ctx, item.id))) await openItem(ctx, item.id, 'manage')
        const at = ctx.services.clock.now()
        await allowancesIn(ctx).put({ key: String(item.id), itemId: item.id, at, data: { commenters } })
        return {}
      },
    }),
  },
}

const MOST_PEOPLE = 500

async function threadOn(ctx: Context, pageId: number, threadId: number): Promise<Document<Comment>> {
  const thread = await commentsIn(ctx).byId(threadId)
  if (thread?.pageId !== pageId || thread.data.threadId !== 0) throw new DomainError('notFound')
  return thread
}

/** An inaccessible comment is refused like a missing one (threats A3). @throws DomainError notFound */
async function commentToChange(ctx: CommandContext, commentId: number) {
  const found = await commentsIn(ctx).byId(commentId)
  if (!found?.pageId) throw new DomainError('notFound')
  const discussed = await discussedOrMissing(ctx, found.pageId)
  if (discussed.access.isArchived) throw new DomainError('notAllowed')
  await waitForTurn(ctx, found.pageId)
  const comment = await commentsIn(ctx).byId(commentId)
  if (!comment) throw new DomainError('notFound')
  return { comment, discussed }
}

async function discussedOrMissing(ctx: CommandContext, pageId: number): Promise<Discussed> {
  const discussed = await discussedPage(ctx, pageId).catch((error: unknown) => {
    throw error instanceof DomainError && error.kind === 'itemClosed' ? new DomainError('notFound') : error
  })
  if (!discussed.isOpenToCaller) throw new DomainError('notFound')
  return discussed
}

interface Said {
  readonly commentId: number
  readonly text: string
  readonly thread: Document<Comment> | null
  /** The previous text; nobody is notified twice. */
  readonly former?: string
}

/** Emits a fact with the people mentioned, and those in the thread, limited to people who may see it. */
async function tell(ctx: CommandContext, discussed: Discussed, { commentId, text: said, thread, former }: Said) {
  const actorId = requireLogin(ctx)
  const { page } = discussed
  const known = new Set(former === undefined ? [] : namesIn(former))
  const names = namesIn(said).filter((name) => !known.has(name))
  const named = names.length === 0 ? [] : (await ctx.store.users.byUsernames(names)).map((person) => person.id)
  const partners = thread ? await partnersIn(ctx, page.id, thread) : []
  const concerned = former === undefined ? [...partners, ...(thread ? [] : [page.authorId])] : []
  const others = [...new Set([...named, ...concerned])].filter((userId) => userId !== actorId && userId > 0)
  if (others.length === 0) return
  const told = await partakersAmong(ctx, discussed, others.slice(0, MOST_PEOPLE))
  const isNamed = new Set(named)
  ctx.emit('page.commented', {
    ...{ page, commentId, actorId },
    namedIds: told.filter((userId) => isNamed.has(userId)).slice(0, commentLimits.mentions),
    partnerIds: told.filter((userId) => !isNamed.has(userId)),
    isAnswer: thread !== null,
  })
}

async function partnersIn(ctx: Context, pageId: number, thread: Document<Comment>): Promise<readonly number[]> {
  const { list } = await commentsIn(ctx).find({ pageId, where: { threadId: thread.id } })
  return [thread, ...list].map(({ data }) => data.authorId)
}

/** Otherwise the list would reveal which accounts exist. */
async function nameable(ctx: Context, discussed: Discussed) {
  const { access, topCatalogId, item, page } = discussed
  const isEditor = can(access, 'copy', topCatalogId === null ? 'whole' : { topCatalogId })
  if (isEditor) {
    const people = (await participantsOf(ctx.store, item)).slice(0, MOST_PEOPLE)
    const ids = new Set(
      await partakersAmong(
        ctx,
        discussed,
        people.map((person) => person.id),
      ),
    )
    return people.filter((person) => ids.has(person.id))
  }
  const { list } = await commentsIn(ctx).find({ pageId: page.id })
  // The page itself names its author.
  return ctx.store.users.byIds([...new Set([page.authorId, ...list.map(({ data }) => data.authorId)])])
}

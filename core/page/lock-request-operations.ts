import { z } from 'zod'
import { can } from '../access/access.ts'
import { openPage, personIn, placeOf, requireLogin } from '../access/doors.ts'
import type { OpenPage } from '../access/opened.ts'
import { personNamed } from '../account/people.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, line, nothing, text } from '../schema.ts'
import type { LockRequest } from './lock.ts'
import { LockView, lockView } from './lock-views.ts'
import { pageChanged } from './save.ts'

const tab = () => text(limits.lockTabLength).default('')

const REQUEST_STATES = ['none', 'waiting', 'declined'] as const
function stateOf(request: Pick<LockRequest, 'isDeclined'> | null): (typeof REQUEST_STATES)[number] {
  if (!request) return 'none'
  return request.isDeclined ? 'declined' : 'waiting'
}

const LockTalkView = LockView.extend({
  /** Time since its holder last edited the page, as reported by their editor; 0 when the page is not locked. */
  idleMs: z.number(),
  /** The usernames of people waiting for it; only for its holder. */
  askedBy: z.array(z.string()),
  /** Status of the caller's own request. */
  ownRequest: z.enum(REQUEST_STATES),
})

/** Requests between people who want to edit a locked page and its holder. The rules for locks do not change. */
export const lockRequestOperations = {
  lockRequests: query({
    summary:
      'Who has a page locked and for how long nothing was written there; for its holder who asks for it, for others what became of their own request.',
    audience: 'user',
    input: z.object({ pageId: id(), tab: tab() }),
    output: LockTalkView,
    example: { pageId: 1 },
    async run(ctx, { pageId, tab: own }) {
      const userId = requireLogin(ctx)
      const { page, lock } = await openPage(ctx, pageId, 'read')
      const { locks } = ctx.store
      const [idleMs, requests] = await Promise.all([locks.idleMs(page.id), locks.requests(page.id)])
      const mine = requests.find((request) => request.userId === userId)
      const waiting = requests.filter(({ isDeclined }) => !isDeclined)
      return {
        ...lockView(lock, userId, own),
        idleMs: lock ? (idleMs ?? 0) : 0,
        askedBy: lock?.userId === userId ? waiting.map((request) => request.username) : [],
        ownRequest: stateOf(mine ?? null),
      }
    },
  }),

  askForLock: command({
    summary:
      'Asks whoever has a page locked to hand it over. It counts for three minutes and is made again meanwhile by those who still wait; what was declined a short time ago stays declined.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ pageId: id() }),
    output: z.object({ ownRequest: z.enum(REQUEST_STATES) }),
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      const userId = requireLogin(ctx)
      await openPage(ctx, pageId, 'edit', 'besideLock')
      const asked = await productStore(ctx.store).locks.ask(pageId, userId)
      return { ownRequest: stateOf(asked) }
    },
  }),

  withdrawLockRequest: command({
    summary: 'Asks for a locked page no longer.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ pageId: id() }),
    output: nothing(),
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      const userId = requireLogin(ctx)
      await openPage(ctx, pageId, 'read')
      await productStore(ctx.store).locks.withdraw(pageId, userId)
      return {}
    },
  }),

  declineLockRequest: command({
    summary: 'Keeps a page that the caller has locked and somebody asked for.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ pageId: id(), username: line(254).min(1) }),
    output: nothing(),
    example: { pageId: 1, username: 'mei' },
    async run(ctx, { pageId, username: name }) {
      const opened = await openPage(ctx, pageId, 'edit')
      const user = await personNamed(ctx, name)
      await productStore(ctx.store).locks.decline(opened.page.id, requireLogin(ctx), user.id)
      return {}
    },
  }),

  handOverLock: command({
    summary:
      'Gives a page that the caller has locked to somebody who asked for it. The text of the caller is safe first: it is ' +
      'saved as baseRevision, or kept as the draft draftId.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({
      pageId: id(),
      username: line(254).min(1),
      tab: tab(),
      /** The caller's text to be saved; left out when it is kept as a draft. */
      baseRevision: id().optional(),
      draftId: text(64).optional(),
    }),
    output: nothing(),
    example: { pageId: 1, username: 'mei', baseRevision: 1 },
    async run(ctx, { pageId, username: name, tab: own, baseRevision = null, draftId }) {
      const opened = await openPage(ctx, pageId, 'edit')
      await requireSafeText(ctx, opened, baseRevision, draftId)
      const asker = await personNamed(ctx, name)
      await requireEditor(ctx, opened, asker.id)
      const isGiven = await productStore(ctx.store).locks.handOver({
        pageId: opened.page.id,
        holderId: requireLogin(ctx),
        tab: own,
        toUserId: asker.id,
        revision: draftId === undefined ? baseRevision : null,
      })
      if (!isGiven) throw new DomainError('changedMeanwhile')
      return {}
    },
  }),
}

/** Handing over never loses the holder's text. @throws DomainError invalidInput | pageChanged | notFound */
async function requireSafeText(
  ctx: CommandContext,
  opened: OpenPage,
  revision: number | null,
  draftId: string | undefined,
): Promise<void> {
  if (draftId !== undefined) {
    const draft = await productStore(ctx.store).drafts.byId(requireLogin(ctx), draftId)
    if (draft?.pageId !== opened.page.id) throw new DomainError('notFound')
    return
  }
  if (revision === null) throw new DomainError('invalidInput', { field: 'baseRevision' })
  if (revision !== opened.page.revision) throw pageChanged(opened)
}

/** The requester may have lost the right to edit since. @throws DomainError notFound */
async function requireEditor(ctx: Context, opened: OpenPage, userId: number): Promise<void> {
  const person = await personIn(ctx, opened, userId)
  if (!person || !can(person.access, 'edit', placeOf(opened.topCatalogId))) throw new DomainError('notFound')
}

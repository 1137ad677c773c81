import { loginsIn, sessionIn } from '../access/facts.ts'
import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { DomainError } from '../errors.ts'
import { command, query } from '../operation.ts'
import { id, nothing } from '../schema.ts'
import { idleSince } from './sessions.ts'

/** A session as shown to its owner; never its token or the digest of it. */
const SessionView = z.object({
  id: z.number(),
  /** Whether it is the session of this call. */
  isCurrent: z.boolean(),
  createdAt: z.date(),
  seenAt: z.date(),
  /** An IPv4 address or an IPv6 /64. */
  address: z.string(),
  /** The User-Agent; '' when not sent. */
  userAgent: z.string(),
})

export const sessionOperations = {
  list: query({
    summary: 'Where the caller is logged in, the session seen last first.',
    audience: 'user',
    input: nothing(),
    output: z.array(SessionView),
    async run(ctx) {
      const now = ctx.services.clock.now()
      const entries = await loginsIn(ctx.store).ofUser(requireLogin(ctx), now, idleSince(now))
      return entries.map(({ tokenDigest, ...entry }) => ({
        ...entry,
        isCurrent: tokenDigest === sessionIn(ctx).tokenDigest,
      }))
    },
  }),

  close: command({
    summary: 'Logs the caller out of one of their sessions.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ id: id() }),
    output: nothing(),
    example: { id: 1 },
    async run(ctx, { id: sessionId }) {
      const userId = requireLogin(ctx)
      const isClosed = await loginsIn(ctx.store).closeOne(userId, sessionId)
      if (!isClosed) throw new DomainError('notFound')
      ctx.audit({ action: 'account.sessionRevoked', object: { kind: 'account', id: userId } })
      return {}
    },
  }),

  closeOthers: command({
    summary: 'Logs the caller out everywhere but here.',
    audience: 'user',
    needsNoRoom: true,
    input: nothing(),
    output: nothing(),
    async run(ctx) {
      const userId = requireLogin(ctx)
      await loginsIn(ctx.store).closeAll(userId, sessionIn(ctx).tokenDigest)
      ctx.audit({ action: 'account.sessionRevoked', object: { kind: 'account', id: userId }, detail: 'all others' })
      return {}
    },
  }),
}

import { z } from 'zod'
import { auditIn } from '../access/facts.ts'
import { personCalled } from '../account/people.ts'
import { query } from '../operation.ts'
import { idOrNone, line, wired } from '../schema.ts'
import { AUDIT_ACTIONS } from './entry.ts'
import { AuditEntryView, auditEntryView } from './views.ts'

/** An instant as ISO 8601 text, e.g. `2026-03-01T08:00:00Z`. */
const instant = () => z.iso.datetime({ offset: true })
const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))
const givenId = (id: number): number | undefined => (id === 0 ? undefined : id)

export const auditOperations = {
  list: query({
    summary: 'What security needs to know of the last 180 days, newest first, for site administrators.',
    audience: 'admin',
    rest: { path: 'audit/getList' },
    input: z.object({
      page: z.number().int().min(1).default(1),
      count: z.number().int().min(1).max(1000).default(10),
      /** 0 for all actors. */
      actorId: wired('uid', idOrNone().default(0)),
      action: z.enum(AUDIT_ACTIONS).optional(),
      /** The earliest time shown. */
      from: instant().optional(),
      /** The first time no longer shown. */
      to: instant().optional(),
      /** The actor, or a person affected or concerned; '' for everybody. An unknown username has no results. */
      username: line(254).default(''),
      /** The same by user id, for deleted accounts; used when no username is given. */
      personId: wired('person_uid', idOrNone().default(0)),
      /** The beginning of the network address it came from; '' for all. */
      address: line(100).default(''),
      /** Only entries recorded before the one with this id, for paging without gaps; 0 for all. */
      beforeId: idOrNone().default(0),
    }),
    output: z.object({ list: z.array(AuditEntryView), total: z.number() }),
    example: { page: 1, count: 10, action: 'account.login' },
    async run(ctx, { page, count, actorId, action, from, to, username, personId, beforeId, address }) {
      const named = username === '' ? givenId(personId) : (await personCalled(ctx, username))?.id
      if (username !== '' && named === undefined) return { list: [], total: 0 }
      const filter = {
        actorId: givenId(actorId),
        action,
        from: dateOf(from),
        to: dateOf(to),
        personId: named,
        beforeId: givenId(beforeId),
        // Addresses are kept in Western digits, whatever the keyboard sends.
        address: address === '' ? undefined : address.normalize('NFKC'),
      }
      const { list, total } = await auditIn(ctx.store).find(filter, { page, count })
      return { list: list.map((entry) => auditEntryView(entry, ctx.session.language)), total }
    },
  }),
}

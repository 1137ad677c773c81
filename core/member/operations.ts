import { z } from 'zod'
import { openItem, openItemToChange, requireLogin, requireRight } from '../access/doors.ts'
import { peopleNamed, usernames } from '../account/people.ts'
import { withUsers } from '../account/with-users.ts'
import { catalogIdField, catalogIdOrNone } from '../catalog/fields.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, nothing, wired } from '../schema.ts'
import { endUnvouched } from '../team/end-unvouched.ts'
import { limitedPeople } from './limited.ts'
import { isWithin, limitOf, memberChanges } from './membership.ts'
import { participantsOf } from './participants.ts'
import { memberRole, MemberView, memberView, ParticipantView, participantView } from './views.ts'

export const memberOperations = {
  list: query({
    summary: 'The members of an item with their rights, without its owner and those who come by teams.',
    audience: 'user',
    rest: { path: 'member/getList' },
    input: z.object({ itemId: id() }),
    output: z.array(MemberView),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { item } = await openItem(ctx, itemId, 'inspect')
      const members = await ctx.store.members.ofItem(item.id)
      const words = { catalogs: await ctx.store.catalogs.ofItem(item.id), language: ctx.session.language }
      return withUsers(ctx, members, (member, user) => memberView(member, user, words))
    },
  }),

  save: command({
    summary:
      'Gives people a role in an item; several usernames are separated by commas, catalogId 0 is the whole item.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({
      itemId: id(),
      username: usernames(),
      role: memberRole(),
      /** A first-level catalog; without effect for managers. */
      catalogId: catalogIdOrNone().optional(),
    }),
    output: nothing(),
    example: { itemId: 1, username: ['mei', 'edgar'], role: 'editor', catalogId: 0 },
    async run(ctx, { itemId, username, role, catalogId: chosenId }) {
      const opened = await openItemToChange(ctx, itemId, 'revoke')
      const { item } = opened
      const people = await peopleNamed(ctx, username)
      const catalogs = await ctx.store.catalogs.ofItem(item.id)
      const catalogId = chosenId === undefined ? undefined : limitOf({ role, catalogId: chosenId || null }, catalogs)
      const wish = { people, role, catalogId, now: ctx.services.clock.now() }
      const changes = memberChanges(item, await ctx.store.members.ofItem(item.id), wish)
      const actorId = requireLogin(ctx)
      // In an archived item rights can still be reduced (D80).
      if (!changes.every(({ before, after }) => before && isWithin(after, before)))
        requireRight(opened, 'manage', 'whole')
      for (const { before, after } of changes) {
        const membership = await productStore(ctx.store).members.put(after)
        if (before) ctx.emit('member.updated', { membership, before, actorId })
        else ctx.emit('member.added', { membership, actorId })
      }
      await endUnvouched(ctx, item)
      return {}
    },
  }),

  delete: command({
    summary:
      'Takes a member out of an item. What they may do there by teams stays, but for teams only they vouched for: they end.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({
      itemId: id(),
      membershipId: wired('item_member_id', id()),
      /** Whether the teams bound by the member stay bound, with the caller vouching for them. */
      keepsTeams: z.boolean().default(false),
    }),
    output: nothing(),
    example: { itemId: 1, membershipId: 1 },
    async run(ctx, { itemId, membershipId, keepsTeams }) {
      const { item } = await openItemToChange(ctx, itemId, 'revoke')
      const membership = (await ctx.store.members.ofItem(item.id)).find((each) => each.id === membershipId)
      if (!membership) throw new DomainError('notFound')
      const actorId = requireLogin(ctx)
      await productStore(ctx.store).members.remove(itemId, membership.userId)
      ctx.emit('member.removed', { membership, actorId })
      if (keepsTeams) await productStore(ctx.store).teams.vouchInstead(itemId, { from: membership.userId, by: actorId })
      await endUnvouched(ctx, item)
      return {}
    },
  }),

  listEveryone: query({
    summary: 'Everybody who has a part in an item: its owner, its members and those who come by teams.',
    audience: 'user',
    rest: { path: 'member/getAllList' },
    input: z.object({ itemId: id() }),
    output: z.array(ParticipantView),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { item } = await openItem(ctx, itemId, 'edit', 'somewhere')
      return (await participantsOf(ctx.store, item)).map(participantView)
    },
  }),

  listLimits: query({
    summary: 'The catalogs that rights of people are limited to, with how many people that are.',
    audience: 'user',
    rest: { path: 'member/getLimits' },
    input: z.object({ itemId: id() }),
    output: z.array(z.object({ catalogId: catalogIdField(), peopleCount: z.number() })),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { item } = await openItem(ctx, itemId, 'edit')
      return [...(await limitedPeople(ctx.store, item.id))].map(([catalogId, peopleCount]) => ({
        catalogId,
        peopleCount,
      }))
    },
  }),
}

import { z } from 'zod'
import { openItemToChange, requireLogin } from '../access/doors.ts'
import { teamsIn } from '../access/facts.ts'
import type { OpenedItem } from '../access/opened.ts'
import {
  openBoundItem,
  openBoundItemToChange,
  openTeam,
  openTeamToChange,
  type OpenedTeam,
} from '../access/team-doors.ts'
import { personNamed } from '../account/people.ts'
import { withUsers } from '../account/with-users.ts'
import { catalogIdField, catalogIdOrNone, catalogNameField } from '../catalog/fields.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isWithin } from '../member/membership.ts'
import { memberRole } from '../member/views.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, line, nothing } from '../schema.ts'
import { endUnvouched } from './end-unvouched.ts'
import { heldByTeam } from './held.ts'
import { changedGrant, FIRST_RIGHT, isSameRight, type TeamGrant } from './team.ts'
import { TeamGrantView, teamGrantView } from './views.ts'

const boundItem = { itemId: id(), teamId: id() }

/** The rights of each team member in one item bound to the team; decided by the managers of the team. */
export const teamGrantOperations = {
  list: query({
    summary: 'What the members of a team may do in one of its items, without those who left the item.',
    audience: 'user',
    rest: { path: 'teamItemMember/getList' },
    input: z.object(boundItem),
    output: z.array(TeamGrantView),
    example: { itemId: 1, teamId: 1 },
    async run(ctx, { itemId, teamId }) {
      const { team } = await openTeam(ctx, teamId, 'manage')
      await openBoundItem(ctx, team, itemId)
      return withUsers(ctx, await ctx.store.teams.grantsOn(team.id, itemId), teamGrantView)
    },
  }),

  listCatalogs: query({
    summary: 'The first-level catalogs of an item that a member of the team may be limited to.',
    audience: 'user',
    rest: { path: 'teamItemMember/getCatalogs' },
    input: z.object(boundItem),
    output: z.array(z.object({ catalogId: catalogIdField(), catalogName: catalogNameField() })),
    example: { itemId: 1, teamId: 1 },
    async run(ctx, { itemId, teamId }) {
      const { team } = await openTeam(ctx, teamId, 'manage')
      const first = (await ctx.store.catalogs.ofItem(await openBoundItem(ctx, team, itemId))).filter(
        ({ parentId }) => parentId === null,
      )
      return first.map(({ id: catalogId, name: catalogName }) => ({ catalogId, catalogName }))
    },
  }),

  save: command({
    summary:
      'Changes what a member may do in an item: the role, or the first-level catalog it is limited to, 0 for all.',
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'teamItemMember/save' },
    input: z.object({
      id: id(),
      role: memberRole().optional(),
      /** Ignored for managers. */
      catalogId: catalogIdOrNone().optional(),
    }),
    output: nothing(),
    example: { id: 1, role: 'reader' },
    async run(ctx, { id: grantId, role, catalogId: chosenId }) {
      const { teams, catalogs } = productStore(ctx.store)
      const { team, held } = await heldByTeam(ctx, () => teamsIn(ctx.store).grantById(grantId))
      // Locked together with the team, so that nobody leaves the item and no catalog is deleted meanwhile.
      const item = await openBoundItemToChange(ctx, team, held.itemId)
      const before = await teamsIn(ctx.store).grantById(grantId)
      if (!before) throw new DomainError('notFound')
      const actorId = requireLogin(ctx)
      const catalogId = chosenId === undefined ? undefined : chosenId || null
      const changed = changedGrant(before, { role, catalogId }, await catalogs.ofItem(item.id))
      if (isSameRight(before, changed)) return {}
      const isLess = isWithin(changed, before)
      if (!isLess) await requireGiving(ctx, item, changed)
      const grant = isLess ? changed : { ...changed, givenBy: actorId }
      await teams.putGrants([grant])
      ctx.emit('teamGrant.updated', { team, before, grant, actorId })
      await endUnvouched(ctx, item)
      return {}
    },
  }),

  add: command({
    summary: 'Lets another member of the team who has no right in an item into it, with the right to edit all of it.',
    audience: 'user',
    rest: { path: 'teamItemMember/add' },
    input: z.object({ ...boundItem, memberUsername: line(254) }),
    output: nothing(),
    example: { itemId: 1, teamId: 1, memberUsername: 'mei' },
    async run(ctx, { itemId, teamId, memberUsername }) {
      const { team } = await openTeamToChange(ctx, teamId)
      const item = await openBoundItemToChange(ctx, team, itemId)
      const { id: userId } = await personNamed(ctx, memberUsername)
      await requireGiving(ctx, item, { userId, role: FIRST_RIGHT.role })
      await addGrant(ctx, team, { itemId, userId })
      return {}
    },
  }),
}

/** Gives a team member the default right, unless they have one. @throws DomainError notFound */
async function addGrant(
  ctx: CommandContext,
  team: OpenedTeam,
  { itemId, userId }: Pick<TeamGrant, 'itemId' | 'userId'>,
) {
  const { teams } = productStore(ctx.store)
  const grantOf = async () => (await teams.grantsOn(team.id, itemId)).find((grant) => grant.userId === userId)
  const isMember = (await teams.membersOf(team.id)).some((member) => member.userId === userId)
  if (!isMember) throw new DomainError('notFound')
  if (await grantOf()) return
  const givenBy = requireLogin(ctx)
  await teams.putGrants([
    { teamId: team.id, itemId, userId, ...FIRST_RIGHT, givenBy, addedAt: ctx.services.clock.now() },
  ])
  const grant = await grantOf()
  if (grant) ctx.emit('teamGrant.added', { team, grant, actorId: givenBy })
}

/**
 * Refuses grants through a team that its managers may not make: none to themselves, otherwise a right revoked in the
 * item could be restored by the same person; none in an archived item; and only managers of the item can make others
 * managers.
 * @throws DomainError notAllowed | itemClosed
 */
async function requireGiving(
  ctx: CommandContext,
  item: OpenedItem,
  { userId, role }: Pick<TeamGrant, 'userId' | 'role'>,
): Promise<void> {
  if (userId === requireLogin(ctx) || item.isArchived) throw new DomainError('notAllowed')
  if (role === 'manager') await openItemToChange(ctx, item.id, 'manage')
}

import { z } from 'zod'
import { identitiesIn, jobsIn, teamsIn, usersIn } from '../access/facts.ts'
import { holdTeamOfAuthority } from '../access/team-doors.ts'
import type { CommandContext, HandlerContext } from '../context.ts'
import { isRefusal } from '../errors.ts'
import { productStore } from '../open-store.ts'
import { id, nothing } from '../schema.ts'
import { command } from '../operation.ts'
import { holdManaged, removeFromTeam } from './leave.ts'
import { letIntoTeam } from './put-members.ts'

/** What an outside authority, such as a directory, says about the teams of one person. */
export const TeamWord = z.object({
  /** Teams the person belongs to. */
  in: z.array(id()),
  /** Teams about which it could not be asked; these memberships stay unchanged. */
  unsaid: z.array(id()).default([]),
  /** When it was asked, before it answered. An answer asked for earlier never replaces a later one. */
  askedAt: z.coerce.date(),
})
export type TeamWord = z.output<typeof TeamWord>

const FollowedWord = z.object({ userId: id(), methodId: z.string(), word: TeamWord })
type FollowedWord = z.output<typeof FollowedWord>

const TRIES = 4

/**
 * Updates a person's memberships to what their authority says: adds those it newly lists, and removes those that it added
 * earlier and no longer lists. Memberships given by hand stay. A membership removed by hand is not added again while the
 * authority keeps listing it. Each team has its own transaction, so that only one team is locked at a time
 * (`lock-order.ts`).
 */
export async function followTeamWord(ctx: CommandContext, { userId, methodId, word }: FollowedWord): Promise<void> {
  const isLatest = await ctx.together(async ({ store }) => {
    // Another call with an earlier answer has finished by now, or will see this one.
    await usersIn(store).hold(userId)
    return identitiesIn(store).noteTeamsSaid(userId, methodId, word.askedAt)
  })
  if (!isLatest) return
  const known = (await ctx.store.vouchedMemberships.ofUser(userId, methodId)).map(({ teamId }) => teamId)
  const unsaid = new Set(word.unsaid)
  const said = new Set(word.in)
  const begun = [...said].filter((teamId) => !known.includes(teamId) && !unsaid.has(teamId))
  const ended = known.filter((teamId) => !said.has(teamId) && !unsaid.has(teamId))
  // Removals first: they must not depend on whether somebody can be added.
  for (const teamId of ended) await triedAgain(() => takeBack(ctx, teamId, { userId, methodId, word }))
  for (const teamId of begun)
    await triedAgain(() => letIn(ctx, teamId, { userId, methodId, word })).catch(toldIfFull(ctx, teamId, userId))
}

/** Tries again when another transaction was in the way; nothing was written then. */
async function triedAgain(work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isRefusal(error) || error.kind !== 'changedMeanwhile' || tried === TRIES) throw error
    }
  }
}

/** A full team does not stop a login; the next login tries again. */
const toldIfFull =
  ({ services }: CommandContext, teamId: number, userId: number) =>
  (error: unknown): void => {
    if (!isRefusal(error) || error.kind !== 'tooMany') throw error
    services.log.error('a team has no place for somebody who belongs to it', error, { teamId, userId })
  }

const takeBack = (ctx: CommandContext, teamId: number, { userId, methodId, word }: FollowedWord): Promise<void> =>
  ctx.together(async (ctx) => {
    const { vouchedMemberships } = productStore(ctx.store)
    const identities = identitiesIn(ctx.store)
    const team = await holdTeamOfAuthority(ctx, teamId)
    if (!team) return
    // Items before the account, as everywhere else.
    await holdManaged(ctx, team)
    await usersIn(ctx.store).hold(userId)
    const vouched = await vouchedMemberships.find(userId, methodId, teamId)
    if (!vouched || !(await identities.isLatestOnTeams(userId, methodId, word.askedAt))) return
    const member = vouched.memberId === null ? null : await teamsIn(ctx.store).memberById(vouched.memberId)
    if (member) await removeFromTeam(ctx, team, member, userId)
    await vouchedMemberships.remove(userId, methodId, teamId)
  })

const letIn = (ctx: CommandContext, teamId: number, { userId, methodId, word }: FollowedWord): Promise<void> =>
  ctx.together(async (ctx) => {
    const { vouchedMemberships } = productStore(ctx.store)
    const identities = identitiesIn(ctx.store)
    const team = await holdTeamOfAuthority(ctx, teamId)
    const isAccount = (await usersIn(ctx.store).hold(userId)) !== null
    if (!team || !isAccount || !(await identities.isLatestOnTeams(userId, methodId, word.askedAt))) return
    if (await vouchedMemberships.find(userId, methodId, teamId)) return
    const member = await letIntoTeam(ctx, team, userId)
    await vouchedMemberships.add({ userId, methodId, teamId, memberId: member?.id ?? null })
  })

export const TEAM_WORD_JOB = 'team.followWord'

/** Has a job update the memberships, for when the person does not log in. */
export const enqueueTeamWord = ({ store }: HandlerContext, followed: FollowedWord): Promise<void> =>
  jobsIn(store).enqueue(TEAM_WORD_JOB, followed)

/** For the job only: no caller can reach it. */
export const followWord = {
  ...command({
    summary: 'Follows what an outside authority says of the teams of one person.',
    audience: 'anyone',
    needsNoRoom: true,
    withoutTransaction: true,
    input: FollowedWord,
    output: nothing(),
    async run(ctx, followed) {
      await followTeamWord(ctx, followed)
      return {}
    },
  }),
  name: TEAM_WORD_JOB,
}

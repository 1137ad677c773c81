import { usersIn } from '../access/facts.ts'
import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { command } from '../operation.ts'
import { forScreens } from '../schema.ts'
import { holdInvitations, MOST_INVITATIONS, sweepInvitations } from './invitation.ts'
import { invite } from './invite.ts'
import { newUser } from './registration.ts'
import { DEEDS, MOST_AT_ONCE, plannedPeople, SentRow, type PlannedRow } from './several.ts'
import { holdStandings } from './standing.ts'

const Rows = z.object({ people: z.array(SentRow).min(1).max(MOST_AT_ONCE) })
const example = { people: [{ name: 'Mei Lin', email: 'mei@example.org' }] }

/** Many people at once, e.g. from a table. */
export const severalOperations = {
  // It changes nothing, but its input is too long for an address and has passwords, which addresses reveal (threats T3).
  previewSeveral: command({
    summary:
      'What adding these people at once would do, row by row: an account where there is a password, else an invitation by ' +
      'mail; and all reasons why nothing would come of a row. Nothing is changed.',
    audience: 'admin',
    withoutTransaction: true,
    needsNoRoom: true,
    input: Rows,
    output: z.object({
      rows: z.array(
        z.object({
          deed: z.enum(DEEDS),
          /** The kind of the first refusal; '' when the row is acceptable. */
          problem: z.string(),
          /** All refusals, each with the cell it is about. */
          problems: z.array(z.object({ field: z.string(), problem: z.string() })),
          /** Whether it would be one more of the open invitations. */
          isFurtherInvitation: forScreens(z.boolean()),
        }),
      ),
      /** For how many further invitations there is room before the first row. */
      invitationsLeft: forScreens(z.number()),
    }),
    example,
    async run(ctx, { people }) {
      const { rows, invitationsLeft } = await plannedPeople(ctx, people)
      return {
        invitationsLeft,
        rows: rows.map(({ deed, problems, isFurtherInvitation }) => ({
          ...{ deed, isFurtherInvitation },
          problem: problems[0]?.kind ?? '',
          problems: problems.map(({ field, kind }) => ({ field, problem: kind })),
        })),
      }
    },
  }),

  addSeveral: command({
    summary:
      'Adds these people at once, all of them or none: accounts whose password has to be changed at the first login, and ' +
      'invitations by mail for rows without a password.',
    audience: 'admin',
    isTriedOnce: true,
    withoutTransaction: true,
    input: Rows,
    output: z.object({ added: z.number(), invited: z.number() }),
    example,
    async run(ctx, { people }) {
      const { rows: planned } = await plannedPeople(ctx, people)
      const wrong = planned.findIndex(({ problems }) => problems.length > 0)
      const [problem] = planned[wrong]?.problems ?? []
      const field = `people.${wrong}`
      if (problem?.kind === 'tooMany') throw new DomainError('tooMany', { field, limit: MOST_INVITATIONS })
      if (problem) throw new DomainError(problem.kind, { field })
      const accounts = await hashed(ctx, planned)
      const invitations = planned.filter(({ deed }) => deed === 'invite')
      await ctx.together(async (ctx) => {
        await holdStandings(ctx)
        await holdInvitations(ctx)
        await sweepInvitations(ctx)
        for (const account of accounts) {
          const { id } = await usersIn(ctx.store).insert(account)
          ctx.audit({ action: 'account.added', object: { kind: 'account', id } })
        }
        for (const { email, name, username } of invitations) await invite(ctx, { email, name: name || username })
      })
      return { added: accounts.length, invited: invitations.length }
    },
  }),
}

/** The accounts to create. One after another, because hashing keeps a processor busy. */
async function hashed(ctx: CommandContext, planned: readonly PlannedRow[]) {
  const rows = planned.filter(({ deed }) => deed === 'add')
  const made = []
  for (const { username, password, name, email } of rows)
    made.push({ ...(await newUser(ctx, { username, password })), name, email: email || null, mustChangePassword: true })
  return made
}

import { enqueueTeamWord, type HandlerContext } from '#core/plugin.ts'
import { inDirectory } from './directory.ts'
import type { Rule } from './groups.ts'
import { ldapLogin } from './method.ts'
import { peopleFilter } from './people-filter.ts'
import { missingGroups, tellOfMissing } from './missing-groups.ts'
import { LASTING_IDS, lastingIdOf, uidsOf } from './person.ts'
import { DirectoryProblem } from './problem.ts'
import type { LdapSettings } from './settings.ts'
import { rulesIn, teamsSaid } from './team-word.ts'

/** With the most groups allowed, the answers stay below the size limit of a connection. */
const PEOPLE_AT_ONCE = 20
const ASK_MS = 30_000

type Batch = Awaited<ReturnType<HandlerContext['store']['vouchedMemberships']['people']>>

/**
 * Asks for the groups of everybody who is in a team because of the directory, whether logged in or not, and removes
 * those who have left the group from the team. Nothing changes for people the directory does not know, nor for anything
 * it cannot answer, nor for groups it does not have, of which administrators are notified.
 */
export async function refreshTeams(ctx: HandlerContext, settings: LdapSettings, signal: AbortSignal): Promise<void> {
  const rules = await rulesIn(ctx)
  const { missing, problem: unasked } = await missingOf(ctx, settings, rules, signal)
  let problem = unasked
  for (let after = 0; !signal.aborted;) {
    const people = await ctx.store.vouchedMemberships.people(ldapLogin.id, { after, count: PEOPLE_AT_ONCE })
    if (people.length === 0) break
    const failed = await refreshed(ctx, { settings, rules, missing, people, signal })
    if (signal.aborted) break
    // The people of the next batch are still asked about.
    problem ??= failed
    after = people.at(-1)?.userId ?? Infinity
  }
  // If thrown, it would count as an error of the plugin and switch it off.
  if (problem) ctx.services.log.error('the directory cannot be asked who is in which group', problem)
}

/** Null for `missing` when the directory could not be asked. */
async function missingOf(
  ctx: HandlerContext,
  settings: LdapSettings,
  rules: readonly Rule[],
  signal: AbortSignal,
): Promise<{ readonly missing: ReadonlySet<string> | null; readonly problem: DirectoryProblem | null }> {
  if (rules.length === 0) return { missing: new Set(), problem: null }
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
  try {
    const missing = await inDirectory(settings, ends, async (directory) => {
      await directory.bindForSearch()
      return missingGroups(directory, rules)
    })
    await tellOfMissing(ctx, missing)
    return { missing, problem: null }
  } catch (error) {
    if (!(error instanceof DirectoryProblem)) throw error
    return { missing: null, problem: error }
  }
}

interface Asked {
  readonly settings: LdapSettings
  readonly rules: readonly Rule[]
  readonly missing: ReadonlySet<string> | null
  readonly people: Batch
  readonly signal: AbortSignal
}

/** @returns the problem; null if there was none */
async function refreshed(
  ctx: HandlerContext,
  { settings, rules, missing, people, signal }: Asked,
): Promise<DirectoryProblem | null> {
  const askedAt = ctx.services.clock.now()
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
  let problem: DirectoryProblem | null = null
  try {
    await inDirectory(settings, ends, async (directory) => {
      await directory.bindForSearch()
      const ids = people.map(({ externalId }) => externalId)
      const found = await directory.search(peopleFilter(ids), [...LASTING_IDS, 'uid'])
      const entryOf = new Map(found.map((entry) => [lastingIdOf(entry), entry]))
      for (const { userId, externalId, teamIds } of people) {
        const entry = entryOf.get(externalId)
        if (!entry) continue
        const said = await teamsSaid(directory, rules, { dn: entry.dn, uids: uidsOf(entry) }, missing)
        problem ??= said.problem
        const kept = new Set([...said.in, ...said.unsaid])
        if (teamIds.every((teamId) => kept.has(teamId))) continue
        const word = { in: said.in, unsaid: said.unsaid, askedAt }
        await enqueueTeamWord(ctx, { userId, methodId: ldapLogin.id, word })
      }
    })
  } catch (error) {
    if (!(error instanceof DirectoryProblem)) throw error
    return error
  }
  return problem
}

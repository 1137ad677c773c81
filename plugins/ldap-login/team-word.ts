import { EqualityFilter, FilterParser, OrFilter, type Filter } from 'ldapts'
import { readSettings, type HandlerContext } from '#core/plugin.ts'
import { inDirectory, type Directory } from './directory.ts'
import { isFilterText } from './group-text.ts'
import { ldapGroups, type Rule } from './groups.ts'
import type { DirectoryPerson } from './person.ts'
import { DirectoryProblem } from './problem.ts'
import type { LdapSettings } from './settings.ts'

/** The longest time a login waits for the groups. */
const ASK_MS = 2_000

type Member = Pick<DirectoryPerson, 'dn' | 'uids'>

/** What the directory says about somebody's teams. */
export interface DirectoryTeams {
  readonly in: number[]
  /** Teams the directory could not be asked about. */
  readonly unsaid: number[]
  /** The reason; null if everything was answered. */
  readonly problem: DirectoryProblem | null
}

export const rulesIn = async ({ store }: Pick<HandlerContext, 'store'>): Promise<readonly Rule[]> =>
  (await readSettings(store, ldapGroups)).rules

/** Uses its own connection, because by now that of the login is bound as the person. */
export async function teamsOf(ctx: HandlerContext, settings: LdapSettings, person: Member, signal: AbortSignal) {
  const askedAt = ctx.services.clock.now()
  const rules = await rulesIn(ctx)
  if (rules.length === 0) return { in: [], askedAt }
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
  try {
    const said = await inDirectory(settings, ends, async (directory) => {
      await directory.bindForSearch()
      return teamsSaid(directory, rules, person)
    })
    if (said.problem) ctx.services.log.error('the directory does not say who is in a group', said.problem)
    return { in: said.in, unsaid: said.unsaid, askedAt }
  } catch (error) {
    if (!(error instanceof DirectoryProblem)) throw error
    ctx.services.log.error('the directory does not say who is in which group', error)
    return { in: [], unsaid: rules.map(({ teamId }) => teamId), askedAt }
  }
}

/**
 * Somebody belongs to a team if they are a member of one of its groups. A group that cannot be searched, or that is not
 * there, removes nobody: its name may be mistyped, and the directory may hide it.
 * @param missing the groups known not to be there. Null when nobody has asked, as at a login, which has no time for it: a
 * filter removes nobody then, because one that fits nobody at all is as likely mistyped.
 */
export async function teamsSaid(
  directory: Directory,
  rules: readonly Rule[],
  person: Member,
  missing: ReadonlySet<string> | null = null,
): Promise<DirectoryTeams> {
  const [within, unsaid] = [new Set<number>(), new Set<number>()]
  let problem: DirectoryProblem | null = null
  for (const { group, teamId } of rules) {
    if (within.has(teamId)) continue
    try {
      const answer = await belongs(directory, group, person)
      if (answer) within.add(teamId)
      else if (missing ? missing.has(group) : isFilterText(group)) unsaid.add(teamId)
      else if (answer === null) throw new DirectoryProblem('groups', 'noGroup')
    } catch (error) {
      if (!(error instanceof DirectoryProblem)) throw error
      problem ??= error
      unsaid.add(teamId)
    }
  }
  return { in: [...within], unsaid: [...unsaid].filter((teamId) => !within.has(teamId)), problem }
}

/** Null for a group that is not there. */
const belongs = async (directory: Directory, group: string, person: Member): Promise<boolean | null> =>
  isFilterText(group)
    ? (await directory.fits(person.dn, FilterParser.parseString(group))) === true
    : directory.fits(group, hasMember(person))

/** Built from objects, never from text (threats L1). */
const hasMember = ({ dn, uids }: Member): Filter =>
  new OrFilter({
    filters: [
      new EqualityFilter({ attribute: 'member', value: dn }),
      new EqualityFilter({ attribute: 'uniqueMember', value: dn }),
      ...uids.map((uid) => new EqualityFilter({ attribute: 'memberUid', value: uid })),
    ],
  })

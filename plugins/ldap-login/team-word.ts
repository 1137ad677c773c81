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
 * Somebody belongs to a team if they are a member of one of its groups. A group that cannot be searched removes nobody.
 */
export async function teamsSaid(directory: Directory, rules: readonly Rule[], person: Member): Promise<DirectoryTeams> {
  const [within, unsaid] = [new Set<number>(), new Set<number>()]
  let problem: DirectoryProblem | null = null
  for (const { group, teamId } of rules) {
    if (within.has(teamId)) continue
    try {
      if (await belongs(directory, group, person)) within.add(teamId)
    } catch (error) {
      if (!(error instanceof DirectoryProblem)) throw error
      problem ??= error
      unsaid.add(teamId)
    }
  }
  return { in: [...within], unsaid: [...unsaid].filter((teamId) => !within.has(teamId)), problem }
}

const belongs = (directory: Directory, group: string, person: Member): Promise<boolean> =>
  isFilterText(group)
    ? directory.fits(person.dn, FilterParser.parseString(group))
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

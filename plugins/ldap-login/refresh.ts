import { endSessions, peopleLoggedIn, prolongSessions, readSettings, type HandlerContext } from '#core/plugin.ts'
import { inDirectory } from './directory.ts'
import { ldapLogin } from './method.ts'
import { peopleFilter, welcomeFilter } from './people-filter.ts'
import { isDisabled, LASTING_IDS, lastingIdOf, STATES } from './person.ts'
import { DirectoryProblem } from './problem.ts'
import { refreshTeams } from './refresh-teams.ts'
import { ldapSettings, type LdapSettings } from './settings.ts'

/** Batch size: the directory's answer stays far below the size limit. */
const PEOPLE_AT_ONCE = 100
const ASK_MS = 10_000

type Batch = Awaited<ReturnType<typeof peopleLoggedIn>>

/** The directory's answers; people it does not mention are in neither list. */
interface Word {
  readonly welcome: ReadonlySet<string | null>
  readonly disabled: ReadonlySet<string | null>
}

/**
 * Looks up all logged-in people of the directory (threats T2). Sessions of confirmed people are extended by a day, and
 * those of disabled people end at once. All others are unchanged: without confirmation each ends a day after the last
 * one. A directory that does not answer, and a mistyped filter or base, log nobody out earlier. Uses one connection at
 * a time; an interrupted round is continued by the next one. Their teams are looked up afterwards.
 */
export async function refreshSessions(ctx: HandlerContext, signal: AbortSignal): Promise<void> {
  const settings = await readSettings(ctx.store, ldapSettings, ctx.services.seals)
  if (!settings.isOpen) return
  const problems: DirectoryProblem[] = []
  for await (const people of batchesFrom(ctx, await askedLast(ctx))) {
    if (signal.aborted) break
    try {
      await refresh(ctx, settings, people, signal)
    } catch (error) {
      if (!(error instanceof DirectoryProblem)) throw error
      if (signal.aborted) break
      problems.push(error)
    }
    await keepAskedLast(ctx, people)
  }
  const [first] = problems
  // Throwing would count as an error of the plugin, and switch it off with the directory.
  if (first)
    ctx.services.log.error('the directory cannot be asked who may stay logged in', first, { times: problems.length })
  await refreshTeams(ctx, settings, signal)
}

/** Everybody once: first accounts after this one, then from the lowest one on. */
async function* batchesFrom(ctx: HandlerContext, begin: number): AsyncGenerator<Batch> {
  const ranges = [
    { from: begin, to: Infinity },
    { from: 0, to: begin },
  ]
  for (const { from, to } of ranges)
    for (let after = from; after < to;) {
      const found = await peopleLoggedIn(ctx, ldapLogin.id, after, PEOPLE_AT_ONCE)
      const people = found.filter(({ userId }) => userId <= to)
      if (people.length > 0) yield people
      after = found.at(-1)?.userId ?? to
    }
}

/** @throws DirectoryProblem */
async function refresh(ctx: HandlerContext, settings: LdapSettings, people: Batch, signal: AbortSignal): Promise<void> {
  const ids = people.map(({ externalId }) => externalId)
  const { welcome, disabled } = await wordOn(settings, ids, ctx.services.clock.now(), signal)
  const usersIn = (some: ReadonlySet<string | null>) =>
    people.filter(({ externalId }) => some.has(externalId)).map(({ userId }) => userId)
  await prolongSessions(ctx, usersIn(welcome))
  await endSessions(ctx, ldapLogin.id, usersIn(disabled))
}

/** @throws DirectoryProblem */
async function wordOn(
  settings: LdapSettings,
  externalIds: readonly string[],
  now: Date,
  signal: AbortSignal,
): Promise<Word> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
  return inDirectory(settings, ends, async (directory) => {
    await directory.bindForSearch()
    // Without the filter for people who may log in, which often excludes disabled people.
    const all = await directory.search(peopleFilter(externalIds), [...LASTING_IDS, ...STATES])
    const disabled = new Set(all.filter((entry) => isDisabled(entry, now)).map(lastingIdOf))
    const found = await directory.search(welcomeFilter(settings, externalIds), LASTING_IDS)
    const welcome = new Set(found.map(lastingIdOf).filter((externalId) => !disabled.has(externalId)))
    return { welcome, disabled }
  })
}

/** Where the last round stopped, on any server. */
const roundsIn = ({ store }: HandlerContext) => store.documents.collection<{ userId: number }>('ldap-login.round')
const ROUND = 'askedLast'

const askedLast = async (ctx: HandlerContext): Promise<number> => (await roundsIn(ctx).byKey(ROUND))?.data.userId ?? 0

async function keepAskedLast(ctx: HandlerContext, people: Batch): Promise<void> {
  const userId = people.at(-1)?.userId ?? 0
  await roundsIn(ctx).put({ key: ROUND, at: ctx.services.clock.now(), data: { userId } })
}

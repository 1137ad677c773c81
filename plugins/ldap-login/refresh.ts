import { endSessions, peopleLoggedIn, prolongSessions, readSettings, type HandlerContext } from '#core/plugin.ts'
import { inDirectory } from './directory.ts'
import { ldapLogin } from './method.ts'
import { peopleFilter } from './people-filter.ts'
import { isDisabled, LASTING_IDS, lastingIdOf, STATES } from './person.ts'
import { DirectoryProblem } from './problem.ts'
import { ldapSettings, type LdapSettings } from './settings.ts'

/** Asked about at once: what a directory says of them stays far below the longest answer. */
const PEOPLE_AT_ONCE = 100
const ASK_MS = 10_000

/**
 * Asks the directory about everybody of it who is logged in (threats T2). Sessions of those it vouches for go on for
 * another day; those of others end. One that does not answer ends nobody's session: without its word each ends by itself a
 * day after the last one, as it must. There is one connection at a time.
 */
export async function refreshSessions(ctx: HandlerContext, signal: AbortSignal): Promise<void> {
  const settings = await readSettings(ctx.store, ldapSettings, ctx.services.seals)
  if (!settings.isOpen) return
  try {
    for (let after = 0; !signal.aborted;) {
      const people = await peopleLoggedIn(ctx, ldapLogin.id, after, PEOPLE_AT_ONCE)
      const last = people.at(-1)
      if (!last) return
      const ids = people.map(({ externalId }) => externalId)
      const welcome = await welcomeAmong(settings, ids, ctx.services.clock.now(), signal)
      const usersWho = (isWelcome: boolean) =>
        people.filter(({ externalId }) => welcome.has(externalId) === isWelcome).map(({ userId }) => userId)
      await prolongSessions(ctx, usersWho(true))
      await endSessions(ctx, ldapLogin.id, usersWho(false))
      after = last.userId
    }
  } catch (error) {
    if (!(error instanceof DirectoryProblem)) throw error
    // Thrown, it would count as an error of the plugin, and switch it off with the directory.
    ctx.services.log.error('the directory cannot be asked who may stay logged in', error)
  }
}

/** @throws DirectoryProblem */
async function welcomeAmong(
  settings: LdapSettings,
  externalIds: readonly string[],
  now: Date,
  signal: AbortSignal,
): Promise<ReadonlySet<string | null>> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
  const entries = await inDirectory(settings, ends, async (directory) => {
    await directory.bindForSearch()
    return directory.search(peopleFilter(settings, externalIds), [...LASTING_IDS, ...STATES])
  })
  return new Set(entries.filter((entry) => !isDisabled(entry, now)).map(lastingIdOf))
}

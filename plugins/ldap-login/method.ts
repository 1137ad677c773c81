import { readSettings, type HandlerContext, type LoginMethod } from '#core/plugin.ts'
import { inDirectory } from './directory.ts'
import { personNamed } from './person.ts'
import { DirectoryProblem, type Problem } from './problem.ts'
import { ldapSettings, type LdapSettings } from './settings.ts'
import { teamsOf } from './team-word.ts'

/** How long local logins wait for a directory that does not answer: a login is to be answered within 5 s. */
const LIMIT_MS = 4_000

const settingsIn = ({ store, services }: HandlerContext): Promise<LdapSettings> =>
  readSettings(store, ldapSettings, services.seals)

/** The directory has answered, and nobody logs in with this name. */
const NOT_THIS_PERSON: ReadonlySet<Problem> = new Set(['nobody', 'several', 'noLastingId', 'disabled'])
const OF_THE_DIRECTORY: ReadonlySet<Problem> = new Set(['several', 'noLastingId'])

/** Verifies people with their directory password. Settings are read each time, so that changes take effect at once. */
export const ldapLogin: LoginMethod = {
  id: 'ldap',
  title: { en: 'the company directory', 'zh-cn': '公司目录（LDAP）' },
  limitMs: LIMIT_MS,
  isOffered: async (ctx) => (await settingsIn(ctx)).isOpen,
  async verify(ctx, { username, password }, signal) {
    const settings = await settingsIn(ctx)
    if (!settings.isOpen) return null
    try {
      const person = await inDirectory(settings, signal, async (directory) => {
        await directory.bindForSearch()
        const found = await personNamed(directory, settings, username, ctx.services.clock.now())
        await directory.bindAs(found.dn, password)
        return found
      })
      return { ...person.identity, teams: await teamsOf(ctx, settings, person, signal) }
    } catch (error) {
      if (!(error instanceof DirectoryProblem)) throw error
      const isWrongPassword = error.step === 'password' && error.problem === 'wrongPassword'
      if (!isWrongPassword && !NOT_THIS_PERSON.has(error.problem)) throw error
      // Only whoever keeps the directory or its settings can mend it.
      if (OF_THE_DIRECTORY.has(error.problem))
        ctx.services.log.warn('a person of the directory cannot log in', { problem: error.problem })
      return null
    }
  },
}

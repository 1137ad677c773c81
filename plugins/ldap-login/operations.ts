import { z } from 'zod'
import {
  changeSettings,
  command,
  DomainError,
  fittingValues,
  keepingLogin,
  line,
  nothing,
  personKnownBy,
  query,
  requireTrialTurn,
  secretText,
  seenFields,
  stampFields,
  teamsNamed,
  usernameFrom,
  wishedSettings,
  withFieldsNamed,
  withoutSecrets,
  type CommandContext,
  type Context,
  type ExternalIdentity,
  type SentSettings,
} from '#core/plugin.ts'
import { inDirectory, type Directory } from './directory.ts'
import { SentForm, settingsSent, ShownForm } from './form.ts'
import { ldapLogin } from './method.ts'
import { personNamed } from './person.ts'
import { personFilter } from './person-filter.ts'
import { DirectoryProblem, shownProblem, SHOWN_PROBLEMS, STEPS, type Step } from './problem.ts'
import { ldapSettings, type LdapSettings } from './settings.ts'
import { rulesIn, teamsSaid } from './team-word.ts'

declare module '#core/errors.ts' {
  interface PluginErrorCodes {
    readonly directoryNotReached: 20401
    readonly directoryNotSecure: 20402
    readonly directoryLoginRefused: 20403
    readonly directorySearchRefused: 20404
  }
}

/** Spec §9: a save takes at most 30 seconds. */
const TRY_LIMIT_MS = 10_000

const Tried = z.object({
  /** In order; the last step has a problem unless all succeeded, and the groups may have one before it. */
  steps: z.array(z.object({ step: z.enum(STEPS), problem: z.enum(SHOWN_PROBLEMS).nullable() })),
  /** The person found; null for none, or when no name was given. */
  person: z.object({ dn: z.string(), username: z.string(), name: z.string(), email: z.string() }).nullable(),
  /** Names of the teams that the groups of this person correspond to; null when no group corresponds to a team. */
  teams: z.array(z.string()).nullable(),
})
type Tried = z.input<typeof Tried>

export const ldapOperations = {
  ldapLogin: {
    loadConfig: query({
      summary: 'How people of a directory log in; of its password only whether there is one.',
      audience: 'admin',
      input: nothing(),
      output: z.object({
        ldapOpen: z.boolean(),
        ldapForm: ShownForm,
        stamps: stampFields(),
      }),
      rest: { path: 'adminSetting/loadLdapConfig' },
      async run(ctx) {
        const { shown, stamps } = withoutSecrets(ctx, ldapSettings, await fittingValues(ctx, ldapSettings))
        const { isOpen: ldapOpen, ...ldapForm } = shown
        return { ldapOpen, ldapForm, stamps }
      },
    }),

    saveConfig: command({
      summary:
        'Says how people of a directory log in. Switched on, it is kept only if the directory answers. A password whose ' +
        'mask is sent back stays, unless the directory is another one.',
      audience: 'admin',
      needsNoRoom: true,
      withoutTransaction: true,
      limitMs: 30_000,
      input: z.object({ ldapOpen: z.boolean().optional(), ldapForm: SentForm.default({}), seen: seenFields() }),
      output: nothing(),
      example: {
        ldapOpen: true,
        ldapForm: { host: 'ldap.example.org', baseDn: 'dc=example,dc=org', userField: 'uid' },
      },
      rest: { path: 'adminSetting/saveLdapConfig' },
      async run(ctx, { ldapOpen, ldapForm, seen }) {
        const form = await sentFrom(ctx, ldapForm)
        const sent = { ...form, ...(ldapOpen !== undefined && { isOpen: ldapOpen }) }
        const wished = await inForm(() => wishedSettings(ctx, ldapSettings, sent))
        if (wished.isOpen) await requireUsable(ctx, wished)
        await ctx.together((ctx) =>
          keepingLogin(ctx, () => inForm(() => changeSettings(ctx, ldapSettings, sent, seen))),
        )
        return {}
      },
    }),

    tryConfig: command({
      summary: 'Tries settings of a directory that need not be kept yet, step by step, with a name or without.',
      audience: 'admin',
      needsNoRoom: true,
      withoutTransaction: true,
      limitMs: 30_000,
      input: z.object({
        ldapForm: SentForm.default({}),
        username: line(254).default(''),
        /** '' to only search for the person. */
        password: secretText(1_000).default(''),
      }),
      output: Tried,
      example: { ldapForm: { host: 'ldap.example.org' }, username: 'mei' },
      async run(ctx, { ldapForm, username, password }) {
        const sent = await sentFrom(ctx, ldapForm)
        const settings = await inForm(() => wishedSettings(ctx, ldapSettings, sent))
        await requireTrialTurn(ctx, 'directory')
        ctx.audit({ action: 'settings.tried', object, detail: placeOf(settings) })
        return triedWith(ctx, settings, { username, password })
      },
    }),
  },
}

/** A refusal uses the field names of the form. */
async function inForm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw withFieldsNamed(error, (field) => (field === 'isOpen' ? 'ldapOpen' : `ldapForm.${field}`))
  }
}

const sentFrom = async (ctx: Context, form: z.output<typeof SentForm>): Promise<SentSettings> =>
  settingsSent(form, await fittingValues(ctx, ldapSettings))

const object = { kind: 'settings', id: ldapSettings.id } as const
const placeOf = ({ host, port }: LdapSettings): string => `${host}:${port}`

/** @throws DomainError with the step at which the directory failed; tooManyRequests */
async function requireUsable(ctx: CommandContext, settings: LdapSettings): Promise<void> {
  await requireTrialTurn(ctx, 'directory')
  try {
    await inDirectory(settings, AbortSignal.timeout(TRY_LIMIT_MS), async (directory) => {
      await directory.bindForSearch()
      await directory.search(personFilter(settings, '-'), ['1.1'], 1)
    })
  } catch (error) {
    if (!(error instanceof DirectoryProblem)) throw error
    const problem = shownProblem(error)
    // One that answers no longer has refused nothing.
    const kind = problem === 'notReached' ? 'directoryNotReached' : REFUSALS[error.step]
    ctx.services.log.error('a directory was not kept because it does not work', error)
    ctx.audit({ action: 'settings.tried', object, detail: placeOf(settings), result: kind })
    throw Object.assign(new DomainError(kind, { problem }), { cause: error })
  }
}
const REFUSALS = {
  connect: 'directoryNotReached',
  secure: 'directoryNotSecure',
  bind: 'directoryLoginRefused',
  search: 'directorySearchRefused',
  person: 'directorySearchRefused',
  groups: 'directorySearchRefused',
  password: 'directoryLoginRefused',
} as const satisfies Record<Step, string>

async function triedWith(
  ctx: CommandContext,
  settings: LdapSettings,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<Tried> {
  const { services, store } = ctx
  const steps: Tried['steps'] = []
  const done = (step: Step): void => void steps.push({ step, problem: null })
  let person: Tried['person'] = null
  let teams: Tried['teams'] = null
  const walk = async (directory: Directory): Promise<void> => {
    await directory.bindForSearch()
    if (username === '') {
      await directory.search(personFilter(settings, '-'), ['1.1'], 1)
      return done('search')
    }
    const found = await personNamed(directory, settings, username, services.clock.now())
    const { dn, identity } = found
    requireLegal(identity.username)
    await requireOwnName(store, identity)
    person = { dn, username: identity.username, name: identity.name, email: identity.email ?? '' }
    done('person')
    const rules = await rulesIn({ store })
    if (rules.length > 0) {
      const said = await teamsSaid(directory, rules, found)
      teams = (await teamsNamed(ctx, said.in)).map(({ name }) => name)
      if (said.problem) steps.push({ step: 'groups', problem: shownProblem(said.problem) })
      else done('groups')
    }
    if (password === '') return
    await directory.bindAs(dn, password)
    done('password')
  }
  try {
    await inDirectory(settings, AbortSignal.timeout(TRY_LIMIT_MS), walk, done)
  } catch (error) {
    if (!(error instanceof DirectoryProblem)) throw error
    services.log.error('a directory was tried in vain', error)
    steps.push({ step: error.step, problem: shownProblem(error) })
  }
  return { steps, person, teams }
}

/** @throws DirectoryProblem when this username belongs to another account, which is never handed over (threats O2) */
async function requireOwnName(store: Context['store'], { username, externalId }: ExternalIdentity): Promise<void> {
  const own = await personKnownBy({ store }, ldapLogin.id, externalId)
  const [holder] = own ? [] : await store.users.byUsernames([username])
  if (holder) throw new DirectoryProblem('person', 'nameTaken')
}

/** @throws DirectoryProblem when this cannot be a username here */
function requireLegal(username: string): void {
  try {
    usernameFrom(username)
  } catch (error) {
    throw new DirectoryProblem('person', 'illegalName', error)
  }
}

import { z } from 'zod'
import {
  always,
  command,
  DomainError,
  id,
  line,
  nothing,
  query,
  readSettings,
  teamsNamed,
  teamsOfSite,
  writeSettings,
  type CommandContext,
} from '#core/plugin.ts'
import { inDirectory } from './directory.ts'
import { groupText, ldapGroups, MOST_RULES, type Rule } from './groups.ts'
import { missingGroups } from './missing-groups.ts'
import { DirectoryProblem } from './problem.ts'
import { ldapSettings } from './settings.ts'

const ShownTeam = z.object({ teamId: id(), teamName: z.string(), ownerUsername: z.string() })
const TEAMS_SHOWN = 20
const CHECK_MS = 5_000

/** Which groups of the directory correspond to which teams here. */
export const groupOperations = {
  ldapGroups: {
    list: query({
      summary: 'The groups of the directory, and the team that each stands for; a team that was deleted has no name.',
      audience: 'admin',
      input: nothing(),
      output: z.object({ rules: z.array(ShownTeam.extend({ group: z.string() })) }),
      async run(ctx) {
        const { rules } = await readSettings(ctx.store, ldapGroups)
        const teams = await teamsNamed(
          ctx,
          rules.map(({ teamId }) => teamId),
        )
        const teamOf = new Map(teams.map((team) => [team.id, team]))
        return {
          rules: rules.map(({ group, teamId }) => {
            const team = teamOf.get(teamId)
            return { group, teamId, teamName: team?.name ?? '', ownerUsername: team?.ownerUsername ?? '' }
          }),
        }
      },
    }),

    check: query({
      summary:
        'Which of these groups the directory does not have, or does not show, and which filters fit nobody. By such a ' +
        'group nobody joins or leaves a team.',
      audience: 'admin',
      isHeavy: always,
      input: nothing(),
      output: z.object({
        /** Null when the directory is off or does not answer. */
        missing: z.array(z.string()).nullable(),
      }),
      async run(ctx) {
        const settings = await readSettings(ctx.store, ldapSettings, ctx.services.seals)
        if (!settings.isOpen) return { missing: null }
        const { rules } = await readSettings(ctx.store, ldapGroups)
        try {
          const missing = await inDirectory(settings, AbortSignal.timeout(CHECK_MS), async (directory) => {
            await directory.bindForSearch()
            return missingGroups(directory, rules)
          })
          return { missing: [...missing] }
        } catch (error) {
          if (!(error instanceof DirectoryProblem)) throw error
          ctx.services.log.error('the directory cannot be asked for its groups', error)
          return { missing: null }
        }
      },
    }),

    findTeams: query({
      summary: `Teams of the site whose name contains the text, at most ${TEAMS_SHOWN}.`,
      audience: 'admin',
      input: z.object({ text: line(100).default('') }),
      output: z.object({ teams: z.array(ShownTeam) }),
      example: { text: 'Gateway' },
      async run(ctx, { text }) {
        const { list } = await teamsOfSite(ctx, text, { page: 1, count: TEAMS_SHOWN })
        return {
          teams: list.map(({ id: teamId, name: teamName, ownerUsername }) => ({ teamId, teamName, ownerUsername })),
        }
      },
    }),

    add: command({
      summary:
        'Has a group of the directory stand for a team: who belongs to it is let into the team at the next login, and ' +
        'taken from it when the directory says so no more.',
      audience: 'admin',
      input: z.object({
        /** The DN of the group, or a filter in parentheses that matches its members. */
        group: groupText(),
        teamId: id(),
      }),
      output: nothing(),
      example: { group: 'cn=gateway,ou=groups,dc=example,dc=org', teamId: 1 },
      async run(ctx, rule) {
        const rules = await heldRules(ctx)
        if (rules.some((other) => isSame(other, rule))) return {}
        if (rules.length >= MOST_RULES) throw new DomainError('tooMany', { limit: MOST_RULES })
        if ((await teamsNamed(ctx, [rule.teamId])).length === 0) throw new DomainError('notFound')
        await writeSettings(ctx.store, ldapGroups, { rules: [...rules, rule] })
        record(ctx, 'added', rule)
        return {}
      },
    }),

    remove: command({
      summary:
        'Has a group stand for the team no more: who came in by it alone is taken from the team within the hour, or at ' +
        'the next login.',
      audience: 'admin',
      needsNoRoom: true,
      input: z.object({ group: line(1_000), teamId: id() }),
      output: nothing(),
      example: { group: 'cn=gateway,ou=groups,dc=example,dc=org', teamId: 1 },
      async run(ctx, rule) {
        const rules = await heldRules(ctx)
        const left = rules.filter((other) => !isSame(other, rule))
        if (left.length === rules.length) throw new DomainError('notFound')
        await writeSettings(ctx.store, ldapGroups, { rules: left })
        record(ctx, 'removed', rule)
        return {}
      },
    }),
  },
}

const isSame = (a: Rule, b: Rule): boolean => a.group === b.group && a.teamId === b.teamId

function record({ audit }: CommandContext, what: 'added' | 'removed', { group, teamId }: Rule): void {
  audit({
    action: 'settings.changed',
    object: { kind: 'settings', id: ldapGroups.id },
    detail: `${what}: ${group} for team ${teamId}`,
  })
}

async function heldRules(ctx: CommandContext): Promise<readonly Rule[]> {
  await ctx.store.settings.hold(ldapGroups.id)
  return (await readSettings(ctx.store, ldapGroups)).rules
}

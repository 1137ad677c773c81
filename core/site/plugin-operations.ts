import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { command, query } from '../operation.ts'
import { line, nothing } from '../schema.ts'
import { readSettings, writeSettings } from '../settings.ts'
import { pluginsSettings } from './plugin-settings.ts'

const LONGEST_ID = 40
const Id = z.object({ id: line(LONGEST_ID).min(1) })

export const pluginOperations = {
  list: query({
    summary: 'The plugins that were found, and whether each of them runs, for site administrators.',
    audience: 'admin',
    input: nothing(),
    output: z.object({
      plugins: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** '' where the plugin does not say. */
          version: z.string(),
          summary: z.string(),
          state: z.enum(['running', 'off', 'disabled', 'failed']),
          /** It is off because of its own errors. */
          isOffByErrors: z.boolean(),
          /** In English, for operators; '' when it runs. */
          reason: z.string(),
        }),
      ),
    }),
    run: async ({ services, session: { language } }) => ({
      plugins: services.plugins.list().map(({ name, summary, ...status }) => ({
        ...status,
        name: name[language],
        summary: summary[language],
        isOffByErrors: status.state === 'off' && status.reason !== BY_ADMINISTRATOR,
      })),
    }),
  }),

  switchOn: command({
    summary: 'Switches a plugin on that was switched off, by an administrator or by its own errors.',
    audience: 'admin',
    needsNoRoom: true,
    withoutTransaction: true,
    input: Id,
    output: nothing(),
    example: { id: 'some-plugin' },
    async run(ctx, { id }) {
      await keep(ctx, id, true)
      ctx.services.plugins.switchOn(id)
      return {}
    },
  }),

  switchOff: command({
    summary: 'Switches a plugin off until it is switched on again. What it keeps stays.',
    audience: 'admin',
    needsNoRoom: true,
    withoutTransaction: true,
    input: Id,
    output: nothing(),
    example: { id: 'some-plugin' },
    async run(ctx, { id }) {
      await keep(ctx, id, false)
      ctx.services.plugins.switchOff(id, BY_ADMINISTRATOR)
      return {}
    },
  }),
}

/** Why a plugin is off that nothing is wrong with. */
export const BY_ADMINISTRATOR = 'switched off by an administrator'

/** Whoever switches afterwards never does what is not kept. @throws DomainError notFound | notAvailable */
async function keep(ctx: CommandContext, id: string, isOn: boolean): Promise<void> {
  ctx.services.plugins.requireSwitch(id)
  await ctx.together((inside) => remember(inside, id, isOn))
}

async function remember(ctx: CommandContext, id: string, isOn: boolean): Promise<void> {
  await ctx.store.settings.hold(pluginsSettings.id)
  const { running, switchedOff, timesSwitched } = await readSettings(ctx.store, pluginsSettings)
  const without = (ids: readonly string[]): string[] => ids.filter((each) => each !== id)
  await writeSettings(ctx.store, pluginsSettings, {
    running: isOn ? [...without(running), id] : without(running),
    switchedOff: isOn ? without(switchedOff) : [...without(switchedOff), id],
    timesSwitched: { ...timesSwitched, [id]: (timesSwitched[id] ?? 0) + 1 },
  })
  ctx.audit({ action: isOn ? 'plugin.enabled' : 'plugin.disabled', object: { kind: 'plugin', id } })
}

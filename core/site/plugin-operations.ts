import { z } from 'zod'
import { keepingLogin } from '../account/possible-rules.ts'
import type { CommandContext } from '../context.ts'
import { wholeServices } from '../open-services.ts'
import { always, command, query } from '../operation.ts'
import { forScreens, line, nothing, upload } from '../schema.ts'
import { requireAsSeen, seenFields } from '../seen.ts'
import { readSettings, writeSettings } from '../settings.ts'
import type { Language } from '../language.ts'
import type { PluginStatus } from '../ports/plugins.ts'
import { explainedInEnglish, Failure, failureView, Reason, reasonView } from './plugin-reasons.ts'
import { pluginsSettings } from './plugin-settings.ts'

const LONGEST_ID = 40
/** Compressed size. */
const UPLOAD_BYTES = 20 * 1024 * 1024
const Id = z.object({ id: line(LONGEST_ID).min(1) })
/** Another one with the same name may have been sent meanwhile. */
const SeenUpload = Id.extend({ seen: seenFields() })

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
          /** '' when the plugin does not specify it. */
          version: z.string(),
          summary: z.string(),
          state: z.enum(['running', 'off', 'disabled', 'failed']),
          /** It cannot be switched off, because it has the screen with the switches. */
          staysOn: forScreens(z.boolean()),
          /** It was switched off because of its errors. */
          isOffByErrors: z.boolean(),
          /** Why it does not run, or not completely, in English, for operators; '' when all of it runs. */
          reason: z.string(),
          /** The same for the words of a screen; null while it runs. */
          why: forScreens(Reason.nullable()),
          /** How often it failed within the last hour while it ran, and how at last; null when it did not. */
          failures: forScreens(z.object({ count: z.number(), last: Failure }).nullable()),
          /** Its page kinds that are not called until then, because they took too long or too much memory. */
          restingKinds: forScreens(z.array(z.object({ id: z.string(), until: z.date() }))),
          /** Until when searches do not ask it, because it took too long; null while they do. */
          searchRestsUntil: forScreens(z.date().nullable()),
          /** Extension points to which it adds values, and which do not exist. */
          ignoredPoints: forScreens(z.array(z.string())),
        }),
      ),
    }),
    run: async ({ services, session: { language } }) => ({
      plugins: wholeServices(services)
        .plugins.list()
        .map((status) => pluginView(status, language)),
    }),
  }),

  uploads: query({
    summary: 'Plugins that administrators have sent and that run nowhere yet, for site administrators.',
    audience: 'admin',
    input: nothing(),
    output: z.object({
      /** Whether the operator allows administrators to upload plugins. */
      isOn: z.boolean(),
      plugins: z.array(
        z.object({
          id: z.string(),
          /** '' when the plugin does not specify it. */
          version: z.string(),
          summary: z.string(),
          /** SHA-256 over all of its files, in the format of PLUGIN_SUMS. */
          sum: z.string(),
          takenAt: z.date(),
          /** One with this name is installed, which it would replace. */
          isNewVersion: z.boolean(),
        }),
      ),
    }),
    async run({ services }) {
      const { pluginUploads } = wholeServices(services)
      return { isOn: pluginUploads.isOn, plugins: [...(await pluginUploads.list())] }
    },
  }),

  upload: command({
    summary:
      'Keeps a plugin in a zip aside when it keeps the contract, or tells what is wrong with it; nothing runs it yet.',
    audience: 'admin',
    restOnly: true,
    withoutTransaction: true,
    isHeavy: always,
    input: z.object({ file: upload({ shorterThan: UPLOAD_BYTES }) }),
    output: z.object({
      id: z.string(),
      sum: z.string(),
      /** In English, for operators; if there are any, nothing is kept. */
      faults: z.array(z.string()),
    }),
    async run(ctx, { file }) {
      const { id, sum, faults } = await wholeServices(ctx.services).pluginUploads.take(file)
      if (faults.length === 0)
        await ctx.together(async (inside) =>
          inside.audit({ action: 'plugin.uploaded', object: { kind: 'plugin', id }, detail: sum }),
        )
      return { id, sum, faults: [...faults] }
    },
  }),

  install: command({
    summary: 'Has the next start of the server run a plugin that was sent.',
    audience: 'admin',
    needsNoRoom: true,
    withoutTransaction: true,
    input: SeenUpload,
    output: nothing(),
    example: { id: 'some-plugin' },
    async run(ctx, { id, seen }) {
      await wholeServices(ctx.services).pluginUploads.putInPlace(id, ({ sum }) => requireAsSeen(seen, { sum }, {}))
      await ctx.together(async (inside) => inside.audit({ action: 'plugin.installed', object: { kind: 'plugin', id } }))
      return {}
    },
  }),

  discard: command({
    summary: 'Throws a plugin away that was sent and that nothing runs yet.',
    audience: 'admin',
    needsNoRoom: true,
    withoutTransaction: true,
    input: SeenUpload,
    output: nothing(),
    example: { id: 'some-plugin' },
    async run(ctx, { id, seen }) {
      await wholeServices(ctx.services).pluginUploads.discard(id, ({ sum }) => requireAsSeen(seen, { sum }, {}))
      await ctx.together(async (inside) => inside.audit({ action: 'plugin.discarded', object: { kind: 'plugin', id } }))
      return {}
    },
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
      const { plugins } = wholeServices(ctx.services)
      plugins.requireSwitch(id)
      // The decision is committed before it takes effect.
      await ctx.together((inside) => remember(inside, id, true))
      plugins.switchOn(id)
      return {}
    },
  }),

  switchOff: command({
    summary:
      'Switches a plugin off until it is switched on again, unless it has the screens of the administration. What it ' +
      'keeps stays.',
    audience: 'admin',
    needsNoRoom: true,
    withoutTransaction: true,
    input: Id,
    output: nothing(),
    example: { id: 'some-plugin' },
    async run(ctx, { id }) {
      const { plugins } = wholeServices(ctx.services)
      plugins.requireSwitchOff(id)
      const isRunning = plugins.list().some((plugin) => plugin.id === id && plugin.state === 'running')
      const switchOff = async (inside: CommandContext): Promise<void> => {
        await remember(inside, id, false)
        // What it offers for logging in must not count as left.
        plugins.switchOff(id, { kind: 'byAdministrator' })
      }
      try {
        await ctx.together((inside) => keepingLogin(inside, () => switchOff(inside)))
      } catch (error) {
        if (isRunning) plugins.switchOn(id)
        throw error
      }
      return {}
    },
  }),
}

function pluginView(status: PluginStatus, language: Language) {
  const { name, summary, reason, failures, restingKinds, ignoredPoints, ...rest } = status
  const last = failures.at(-1)
  return {
    ...rest,
    reason: explainedInEnglish(status),
    why: reason && reasonView(reason),
    failures: last === undefined || reason ? null : { count: failures.length, last: failureView(last) },
    restingKinds: [...restingKinds],
    ignoredPoints: ignoredPoints.map(({ id }) => id),
    name: name[language],
    summary: summary[language],
    isOffByErrors: status.state === 'off' && reason?.kind !== 'byAdministrator',
  }
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

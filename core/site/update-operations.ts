import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, nothing } from '../schema.ts'
import { startOnce } from '../task/start-once.ts'
import { UPDATE_TASK } from './update-task.ts'

export const adminUpdateOperations = {
  checkUpdate: query({
    summary:
      'The version that runs, and the newest one. Where no newer versions are looked for, they are the same (D58).',
    audience: 'admin',
    input: nothing(),
    output: z.object({
      version: z.string(),
      newVersion: z.string(),
      /** A page about the changes in the newest version; '' when there is none. */
      url: z.string(),
      /** Whether looking for newer versions is enabled. */
      isOn: z.boolean(),
      /** A newer version that did not become ready when it was started, so that this one runs again; '' for none. */
      givenUp: z.string(),
    }),
    async run({ services }) {
      const { updates } = wholeServices(services)
      const newest = await updates.newest()
      const { version } = packageFile
      const { isOn, givenUp } = updates
      return { version, newVersion: newest?.version ?? version, url: newest?.url ?? '', isOn, givenUp: givenUp ?? '' }
    },
  }),

  start: command({
    summary: 'Starts a task that downloads the newest version and proves it, or names the one that does so already.',
    audience: 'admin',
    needsNoRoom: true,
    input: nothing(),
    output: z.object({ taskId: id() }),
    example: {},
    async run(ctx) {
      if (!wholeServices(ctx.services).updates.isOn) throw new DomainError('updatesOff')
      return startOnce(ctx, UPDATE_TASK)
    },
  }),

  download: command({
    summary: 'Fetches the newest version from where the operator lets it come from, and proves that it is signed.',
    audience: 'admin',
    withoutTransaction: true,
    input: nothing(),
    output: nothing(),
    example: {},
    async run(ctx) {
      await wholeServices(ctx.services).updates.download()
      await ctx.together(async (inside) => inside.audit({ action: 'update.downloaded' }))
      return {}
    },
  }),

  updateFiles: command({
    summary: 'Has the next start of the server run the version that was downloaded.',
    audience: 'admin',
    withoutTransaction: true,
    input: nothing(),
    output: nothing(),
    example: {},
    async run(ctx) {
      await wholeServices(ctx.services).updates.install()
      await ctx.together(async (inside) => inside.audit({ action: 'update.installed' }))
      return {}
    },
  }),
}

export const updateOperations = {
  checkDb: command({
    summary: 'Whether the tables are those of the version that runs; each start brings them up to date by itself.',
    audience: 'admin',
    input: nothing(),
    output: nothing(),
    example: {},
    async run({ store }) {
      if (!(await productStore(store).schema.isOfThisVersion())) throw new DomainError('otherSchema')
      return {}
    },
  }),
}

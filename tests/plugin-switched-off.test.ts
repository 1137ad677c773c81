import { expect, it } from 'vitest'
import { nothing, type TaskContext } from '#core/plugin.ts'
import { bringUp, hostOf, plugin } from './support/plugin-host.ts'
import { testServices } from './support/services.ts'

const NEVER = new AbortController().signal
const ctx = { store: testServices().services as never, services: testServices().services }

it('a plugin is told when it is switched off while its tasks and jobs run, and they change nothing more', async () => {
  const seen: unknown[] = []
  const run = async (given: object, signal: AbortSignal): Promise<void> => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    seen.push((given as { readonly actor?: string }).actor)
    if ('perform' in given) await (given as TaskContext).perform('page.save', {})
    signal.throwIfAborted()
  }
  const titles = { tasks: { 'busy.sum': 'Sum' } }
  const busy = plugin('busy', {
    jobs: { 'busy.sit': { run: (given, _, { signal }) => run(given, signal) } },
    tasks: { 'busy.sum': { input: nothing(), limitMs: 1_000, run: (given, _, { signal }) => run(given, signal) } },
    messages: { en: titles, 'zh-cn': titles },
  })
  const { plugins, registry } = await bringUp(hostOf([busy]))
  let actor = 'who it was at first'
  const asking = {
    get actor() {
      return actor
    },
    perform: async () => void seen.push('performed'),
  }
  const tools = { signal: NEVER } as never
  const task = plugins[0]?.tasks?.['busy.sum']?.run(asking as never, {}, tools)
  const job = plugins[0]?.jobs?.['busy.sit']?.run(ctx, {}, { signal: NEVER })

  actor = 'who it is now'
  registry.switchOff('busy', 'enough')

  await expect(task).rejects.toThrow('notAvailable')
  await expect(job).rejects.toThrow('the job busy.sit of the plugin busy failed')
  expect(seen).toEqual(expect.arrayContaining(['who it is now', undefined]))
  expect(seen).not.toContain('performed')
  registry.switchOn('busy')
  const again = plugins[0]?.tasks?.['busy.sum']?.run(asking as never, {}, tools)
  registry.switchOff('busy', 'once more')
  await expect(again).rejects.toThrow('notAvailable')
})

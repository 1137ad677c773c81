import { vi } from 'vitest'
import { command, definePlugin, nothing, type Contribution, type ExtensionPoint, type Plugin } from '#core/plugin.ts'
import { explainedInEnglish } from '#core/site/plugin-reasons.ts'
import { PluginRegistry } from '#server/compose/plugin-registry.ts'
import { bringUpPlugins, type FoundPlugin, type PluginHost } from '#server/compose/plugins.ts'
import { testServices } from './services.ts'

export const base = { apiVersion: 2, summary: 'A plugin of a test.' }
export const answer = (rest?: { readonly path: string }) =>
  command({
    summary: 'Answers.',
    audience: 'anyone',
    input: nothing(),
    output: nothing(),
    ...(rest ? { rest } : {}),
    run: async () => ({}),
  })
const coreOperations = { page: { save: answer(), copy: answer({ path: 'page/duplicate' }) } }

export const shelved = (id: string, load: () => Promise<unknown>): FoundPlugin => ({
  id,
  load,
  webFiles: () => null,
})
export const plugin = (id: string, rest: Partial<Plugin> = {}): FoundPlugin =>
  shelved(id, async () => definePlugin({ id, ...base, ...rest }))

// Only hanging calls take this long, on any machine; the timers are faked anyway.
const CALL_MS = 20_000
/** The outcome of a call that has reached its time limit; timers are faked from then on. */
export async function afterLimit<T>(begin: () => Promise<T>): Promise<T> {
  vi.useFakeTimers()
  const outcome = begin()
  await vi.advanceTimersByTimeAsync(CALL_MS)
  return outcome
}
const bound: (Contribution & { isOn(): boolean })[] = []
type Host = Omit<PluginHost, 'registry'>
export const hostOf = (found: readonly FoundPlugin[], rest: Partial<Host> = {}): Host => ({
  found,
  disabled: [],
  coreOperations,
  services: testServices().services,
  migrate: async () => {},
  bind: ({ contributes = [] }, isOn) => {
    for (const each of contributes) bound.push({ ...each, isOn: () => isOn(each) })
  },
  limits: { callMs: CALL_MS, errorsPerHour: 5 },
  ...rest,
})

/** The current values of an extension point. */
export const valuesAt = <T>({ id }: ExtensionPoint<T>): readonly T[] =>
  bound.filter(({ point, isOn }) => point.id === id && isOn()).map(({ value }) => value as T)
export async function bringUp(host: Host) {
  const registry = new PluginRegistry()
  const running = await bringUpPlugins({ ...host, registry })
  return {
    ...running,
    registry,
    get statuses() {
      return registry.list().map((status) => ({
        ...{ id: status.id, state: status.state },
        /** In English. */
        reason: explainedInEnglish(status),
      }))
    },
  }
}

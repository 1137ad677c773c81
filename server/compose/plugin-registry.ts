import { DomainError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { Messages, Plugin } from '#core/plugin.ts'
import type { PluginSettings, PluginStatus, PluginSwitches } from '#core/ports/plugins.ts'
import type { PluginGuard } from './plugin-guard.ts'

/** Every plugin found, with its state. Filled while plugins are loaded. */
export class PluginRegistry implements PluginSwitches {
  readonly #settled = new Map<string, PluginStatus>()
  readonly #running = new Map<string, { readonly plugin: Plugin; readonly guard: PluginGuard }>()

  /** It did not start. `name` is its id, or another name for a second plugin with the same id. */
  leaveOut(name: string, status: Pick<PluginStatus, 'id' | 'state' | 'reason'>): void {
    this.#running.delete(name)
    const { id } = status
    this.#settled.set(name, { ...status, ...NOTHING_SAID, name: { en: id, 'zh-cn': id } })
  }
  cameUp(plugin: Plugin, guard: PluginGuard): void {
    this.#running.set(plugin.id, { plugin, guard })
  }
  /** It started, whether or not it is switched off. */
  isThere(id: string): boolean {
    return this.#running.has(id)
  }
  isOn(id: string): boolean {
    return this.#running.get(id)?.guard.isOff === false
  }

  list(): readonly PluginStatus[] {
    const running = [...this.#running].map(([id, { plugin, guard }]): PluginStatus => {
      const reason = guard.offBecause
      return { id, ...saidOf(plugin), state: reason === null ? 'running' : 'off', reason: reason ?? '' }
    })
    return [...this.#settled.values(), ...running]
  }
  settings(): readonly PluginSettings[] {
    return [...this.#running.values()].flatMap(({ plugin: { id, settings: schema, messages } }) => {
      const texts = { en: textsOf(messages?.en), 'zh-cn': textsOf(messages?.['zh-cn']) }
      return schema ? [{ id, schema, texts }] : []
    })
  }
  requireSwitch(id: string): void {
    this.#guardOf(id)
  }
  switchOn(id: string): void {
    this.#guardOf(id).switchOn()
  }
  switchOff(id: string, reason: string): void {
    this.#guardOf(id).switchOff(reason)
  }

  #guardOf(id: string): PluginGuard {
    const running = this.#running.get(id)
    if (running) return running.guard
    throw new DomainError(this.#settled.has(id) ? 'notAvailable' : 'notFound')
  }
}

const NOTHING_SAID = { summary: { en: '', 'zh-cn': '' }, version: '' } as const

function saidOf({ id, summary, version = '', messages }: Plugin): Pick<PluginStatus, 'name' | 'summary' | 'version'> {
  const said = (language: Language, key: 'name' | 'summary', otherwise: string): string => {
    const text = messages?.[language][key]
    return typeof text === 'string' ? text : otherwise
  }
  return {
    version,
    name: { en: said('en', 'name', id), 'zh-cn': said('zh-cn', 'name', id) },
    summary: { en: summary, 'zh-cn': said('zh-cn', 'summary', summary) },
  }
}

const textsOf = (messages: Messages = {}): Messages => {
  const texts = messages['settings']
  return typeof texts === 'object' ? texts : {}
}

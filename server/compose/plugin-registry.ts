import { DomainError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { pageKinds, searchSources, type Messages, type PageKind, type Plugin } from '#core/plugin.ts'
import type { KindCalls } from '#core/ports/page-kinds.ts'
import type {
  PluginFailure,
  PluginReason,
  PluginSettings,
  PluginStatus,
  PluginSwitches,
  RestingKind,
} from '#core/ports/plugins.ts'
import { ignoredPoints } from './known-points.ts'
import type { PluginGuard } from './plugin-guard.ts'
import { valuesAt } from './plugin-guarded.ts'

type Failure = Omit<PluginFailure, 'at'>

const MOST_EARLY = 100

interface Running {
  readonly plugin: Plugin
  readonly guard: PluginGuard
  readonly kindCalls: KindCalls
}

/** Every plugin found, with its state. Filled while plugins are loaded. */
export class PluginRegistry implements PluginSwitches {
  readonly #settled = new Map<string, PluginStatus>()
  readonly #running = new Map<string, Running>()
  /** Of plugins that have not started yet. */
  readonly #early: (readonly [id: string, failure: Failure])[] = []

  /** It did not start. `name` is its id, or another name for a second plugin with the same id. */
  leaveOut(name: string, status: Pick<PluginStatus, 'id' | 'state' | 'reason'>): void {
    this.#running.delete(name)
    const { id } = status
    this.#settled.set(name, { ...status, ...NOTHING_SAID, name: { en: id, 'zh-cn': id } })
  }
  /** Counts what a plugin did to the server outside of the server's calls into it. */
  noteFailure(id: string, failure: Failure): void {
    const running = this.#running.get(id)
    if (running) running.guard.noteFailure(failure)
    else if (!this.#settled.has(id) && this.#early.length < MOST_EARLY) this.#early.push([id, failure])
  }
  cameUp(plugin: Plugin, guard: PluginGuard, kindCalls: KindCalls): void {
    this.#running.set(plugin.id, { plugin, guard, kindCalls })
    for (const [id, failure] of this.#early) if (id === plugin.id) guard.noteFailure(failure)
  }
  /** It started, whether or not it is switched off. */
  isThere(id: string): boolean {
    return this.#running.has(id)
  }
  /** Whether it started and cannot be switched off. */
  staysOn(id: string): boolean {
    return this.#running.get(id)?.plugin.staysOn === true
  }
  isOn(id: string): boolean {
    return this.#running.get(id)?.guard.isOff === false
  }

  list(): readonly PluginStatus[] {
    const running = [...this.#running].map(([id, each]): PluginStatus => {
      const { plugin, guard } = each
      const state = guard.isOff ? 'off' : 'running'
      const facts = { id, ...saidOf(plugin), state, staysOn: plugin.staysOn === true } as const
      const resting = {
        restingKinds: guard.isOff ? [] : restingKindsOf(each),
        searchRestsUntil: guard.isOff ? null : guard.restsUntil(valuesAt(searchSources)),
      }
      const { offBecause: reason, failures } = guard
      return { ...facts, reason, failures, ...resting, ignoredPoints: ignoredPoints(plugin) }
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
    this.#runningOf(id)
  }
  requireSwitchOff(id: string): void {
    if (this.#runningOf(id).plugin.staysOn) throw new DomainError('consoleStays')
  }
  switchOn(id: string): void {
    const { plugin, guard, kindCalls } = this.#runningOf(id)
    guard.switchOn()
    for (const kind of kindsOf(plugin)) kindCalls.callAgain(kind)
  }
  switchOff(id: string, reason: PluginReason): void {
    this.requireSwitchOff(id)
    this.#runningOf(id).guard.switchOff(reason)
  }

  #runningOf(id: string): Running {
    const running = this.#running.get(id)
    if (running) return running
    throw new DomainError(this.#settled.has(id) ? 'notAvailable' : 'notFound')
  }
}

export const kindsOf = ({ contributes = [] }: Plugin): readonly PageKind[] =>
  contributes.filter(({ point }) => point.id === pageKinds.id).map(({ value }) => value as PageKind)

const restingKindsOf = ({ plugin, kindCalls }: Running): readonly RestingKind[] =>
  kindsOf(plugin).flatMap((kind) => {
    const until = kindCalls.leftAloneUntil(kind)
    return until ? [{ id: kind.id, until }] : []
  })

const NOTHING_SAID = {
  ...{ summary: { en: '', 'zh-cn': '' }, version: '', staysOn: false },
  ...{ failures: [], restingKinds: [], searchRestsUntil: null, ignoredPoints: [] },
} as const

/** What a plugin says of itself, in each language. */
export function saidOf({
  id,
  summary,
  version = '',
  messages,
}: Plugin): Pick<PluginStatus, 'name' | 'summary' | 'version'> {
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

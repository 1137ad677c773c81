import type { Log } from '#core/ports/surroundings.ts'
import type { Store } from '#core/ports/store.ts'
import { readSettings } from '#core/settings.ts'
import { pluginsSettings } from '#core/site/plugin-settings.ts'
import type { PluginRegistry } from './plugin-registry.ts'
import type { RememberedKinds } from './remembered-kinds.ts'

const LOOK_EVERY_MS = 5_000

/**
 * Applies administrators' decisions about plugins, made before the start or on another server with the same database,
 * and learns which page kinds the plugins of other servers have brought.
 */
export class FollowedSwitches {
  readonly #store: Pick<Store, 'settings'>
  readonly #registry: PluginRegistry
  readonly #kinds: Pick<RememberedKinds, 'look'>
  readonly #log: Log
  /** How often each plugin had been switched at the last check. */
  readonly #seen = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #isStopped = false
  #isFailing = false

  constructor(
    store: Pick<Store, 'settings'>,
    registry: PluginRegistry,
    kinds: Pick<RememberedKinds, 'look'>,
    log: Log,
  ) {
    this.#store = store
    this.#registry = registry
    this.#kinds = kinds
    this.#log = log
  }

  /**
   * Applies decisions made since the last check. Plugins switched off by errors here stay off until somebody switches
   * them.
   */
  async look(): Promise<void> {
    const { switchedOff, timesSwitched } = await readSettings(this.#store, pluginsSettings)
    for (const id of new Set([...switchedOff, ...Object.keys(timesSwitched)])) {
      const times = timesSwitched[id] ?? 0
      if (this.#seen.get(id) === times) continue
      this.#seen.set(id, times)
      this.#apply(id, !switchedOff.includes(id))
    }
    await this.#kinds.look(this.#store)
  }

  /** Starts checking every few seconds. */
  start(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.#lookAgain(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  stop(): void {
    this.#isStopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.look()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing && !this.#isStopped) this.#log.error('the switches of plugins cannot be looked at', error)
      this.#isFailing = true
    }
    this.start()
  }

  #apply(id: string, isOn: boolean): void {
    if (!this.#registry.isThere(id) || this.#registry.isOn(id) === isOn) return
    if (isOn) this.#registry.switchOn(id)
    // An earlier version could switch off what stays on now.
    else if (!this.#registry.staysOn(id)) this.#registry.switchOff(id, { kind: 'byAdministrator' })
  }
}

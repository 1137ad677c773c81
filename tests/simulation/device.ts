import type { Draft, DraftStore } from '#web/editor/draft-store.ts'
import type { GoneDrafts } from '#web/editor/gone-drafts.ts'
import type { Agenda } from './agenda.ts'
import type { Chance } from './chance.ts'

/** A machine with a browser: what its journal has written down outlives tabs, not the machine. */
export class Device {
  readonly name: string
  readonly #kept = new Map<string, Draft>()
  readonly #gone = new Map<string, { readonly keptAt: number; readonly revision: number }>()
  readonly #agenda: Agenda
  readonly #chance: Chance
  /** When the last write will be done: they are done in order. */
  #writtenAt = 0

  constructor(name: string, agenda: Agenda, chance: Chance) {
    this.name = name
    this.#agenda = agenda
    this.#chance = chance
  }

  /** The journal as one tab sees it; what a crashed tab had not written is not written. */
  journalFor(tab: { readonly hasCrashed: boolean }): DraftStore {
    const write = async (deed: () => void): Promise<void> => {
      this.#writtenAt = Math.max(this.#writtenAt, this.#agenda.now + this.#chance.below(60))
      await this.#agenda.wait(this.#writtenAt - this.#agenda.now)
      if (!tab.hasCrashed) deed()
    }
    return {
      put: (draft) => write(() => void this.#kept.set(draft.id, draft)),
      remove: (id, until) =>
        write(() => {
          const found = this.#kept.get(id)
          if (found && found.keptAt <= until) this.#kept.delete(id)
        }),
      all: async () => [...this.#kept.values()],
      clear: async () => this.#kept.clear(),
    }
  }

  get gone(): GoneDrafts {
    return {
      add: (marks, revision) => marks.forEach(({ id, keptAt }) => this.#gone.set(id, { keptAt, revision })),
      has: ({ id, keptAt }, revision) => {
        const gone = this.#gone.get(id)
        return gone !== undefined && keptAt <= gone.keptAt && gone.revision <= revision
      },
    }
  }

  /** The machine is gone for good, and another one takes its name. */
  lose(): void {
    this.#kept.clear()
    this.#gone.clear()
  }
}

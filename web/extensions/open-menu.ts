/**
 * The entries of a menu while it is open: hidden until all are known, and from then on in their places. One that comes
 * later is put behind them.
 */
export class OpenMenu {
  readonly #places = new Set<HTMLElement>()
  readonly #late = new MutationObserver((changes) => {
    for (const { target } of changes) this.#arrive(target as HTMLElement)
  })
  #entries: HTMLElement | null = null
  #end: HTMLElement | null = null
  readonly #listeners = new Set<() => void>()
  #awaited = 0
  #isShown = false

  get isShown(): boolean {
    return this.#isShown
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called when all places that the menu begins with were added. */
  open(entries: HTMLElement, end: HTMLElement): void {
    this.#entries = entries
    this.#end = end
    if (this.#awaited === 0) return this.show()
    entries.hidden = true
    // A hidden entry cannot take the focus, and the menu hears keys only while it has it.
    entries.closest<HTMLElement>('[role=menu]')?.focus()
  }

  close(): void {
    this.#late.disconnect()
    this.#isShown = false
    this.#entries = null
  }

  show(): void {
    if (!this.#entries || this.#isShown) return
    this.#isShown = true
    this.#entries.hidden = false
    for (const place of this.#places) if (!place.hasChildNodes()) this.#expect(place)
    for (const listener of this.#listeners) listener()
  }

  /** @returns ends it */
  wait(): () => void {
    this.#awaited++
    return () => {
      this.#awaited--
      // Where one ends, another may begin.
      queueMicrotask(() => this.#awaited === 0 && this.show())
    }
  }

  /** @returns removes it */
  add(place: HTMLElement): () => void {
    this.#places.add(place)
    if (this.#isShown) {
      this.#expect(place)
      this.#arrive(place)
    }
    return () => void this.#places.delete(place)
  }

  #expect(place: HTMLElement): void {
    this.#late.observe(place, { childList: true })
  }

  #arrive(place: HTMLElement): void {
    if (place.hasChildNodes() && place.parentElement !== this.#end) this.#end?.append(place)
  }
}

import type { Services } from '#core/context.ts'
import type { ItemType } from '#core/item/item.ts'
import { hasOtherKinds, isOfMissingKind, searchedTextOf } from '#core/page/content.ts'
import type { PageTexts } from '#core/ports/page-texts.ts'

/** Extracts page texts for a database that is opened before the page kinds are known: earlier calls wait. */
export class AwaitedPageTexts implements PageTexts {
  readonly #started = Promise.withResolvers<Services>()
  #services: Services | null = null

  constructor() {
    // Nobody may be waiting when it is rejected.
    this.#started.promise.catch(() => undefined)
  }

  get arePlain(): boolean {
    return this.#services !== null && !hasOtherKinds(this.#services)
  }

  async textOf(itemType: ItemType, content: string): Promise<string | null> {
    return searchedTextOf(await this.#started.promise, itemType, content)
  }

  async isOfMissingKind(itemType: ItemType, content: string): Promise<boolean> {
    return isOfMissingKind(await this.#started.promise, itemType, content)
  }

  /** All plugins with page kinds have been loaded. */
  start(services: Services): void {
    this.#services = services
    this.#started.resolve(services)
  }

  /** The server stops before it has started. */
  giveUp(): void {
    this.#started.reject(new Error('the kinds of pages did not come'))
  }
}

import type { Services } from '#core/context.ts'
import type { ItemType } from '#core/item/item.ts'
import { hasOtherKinds, searchedTextOf } from '#core/page/content.ts'
import type { PageTexts } from '#core/ports/page-texts.ts'

/** The texts of pages for a database that is opened before the kinds of pages are known: who asks earlier waits. */
export class AwaitedPageTexts implements PageTexts {
  readonly #started = Promise.withResolvers<Services>()
  #services: Services | null = null

  constructor() {
    // Nobody may have asked by the time it is given up.
    this.#started.promise.catch(() => undefined)
  }

  get arePlain(): boolean {
    return this.#services !== null && !hasOtherKinds(this.#services)
  }

  async textOf(itemType: ItemType, content: string): Promise<string | null> {
    return searchedTextOf(await this.#started.promise, itemType, content)
  }

  /** Every plugin that contributes a kind is there. */
  start(services: Services): void {
    this.#services = services
    this.#started.resolve(services)
  }

  /** The server ends before it has begun. */
  giveUp(): void {
    this.#started.reject(new Error('the kinds of pages did not come'))
  }
}

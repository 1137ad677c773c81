import type { Language } from '#core/language.ts'
import type { Product } from '#core/perform.ts'
import { readSettings } from '#core/settings.ts'
import { lookSettings } from '#core/site/look-settings.ts'

/** Changes by administrators reach every server within this time. */
const FRESH_MS = 5_000

/** The language for people who request none of ours: from the environment, else from the settings. */
export class DefaultLanguage {
  readonly #product: Pick<Product, 'database' | 'services'>
  readonly #decided: Language | undefined
  #known: Language = 'zh-cn'
  #readAt = -Infinity

  constructor(product: Pick<Product, 'database' | 'services'>, decided: Language | undefined) {
    this.#product = product
    this.#decided = decided
  }

  /** The last value read. */
  get known(): Language {
    return this.#decided ?? this.#known
  }

  /** Refreshes the value when it is old. If reading fails, it is kept. */
  async refresh(): Promise<void> {
    const now = performance.now()
    if (this.#decided !== undefined || now - this.#readAt < FRESH_MS) return
    this.#readAt = now
    try {
      this.#known = (await readSettings(this.#product.database, lookSettings)).defaultLanguage
    } catch (error) {
      this.#product.services.log.error('the default language could not be read', error)
    }
  }
}

import type { Language } from '#core/language.ts'
import type { Product } from '#core/perform.ts'
import { readSettings } from '#core/settings.ts'
import { lookSettings } from '#core/site/look-settings.ts'

/** What administrators change is there on every server after this long. */
const FRESH_MS = 5_000

/** The language of people who ask for none of ours: that of the environment, else that of the settings. */
export class DefaultLanguage {
  readonly #product: Pick<Product, 'database' | 'services'>
  readonly #decided: Language | undefined
  #known: Language = 'zh-cn'
  #readAt = -Infinity

  constructor(product: Pick<Product, 'database' | 'services'>, decided: Language | undefined) {
    this.#product = product
    this.#decided = decided
  }

  /** As it was read last. */
  get known(): Language {
    return this.#decided ?? this.#known
  }

  /** Reads it again when that was long ago. While it cannot be read it stays as it is. */
  async refresh(): Promise<void> {
    const now = performance.now()
    if (this.#decided !== undefined || now - this.#readAt < FRESH_MS) return
    this.#readAt = now
    try {
      this.#known = (await readSettings(this.#product.database, lookSettings)).defaultLanguage
    } catch (error) {
      this.#product.services.log.warn('the default language could not be read', { error })
    }
  }
}

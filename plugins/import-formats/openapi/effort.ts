import type { Language } from '#core/plugin.ts'
import { BrokenFile } from '../thread/reader.ts'

/**
 * What a file may ask for, in members and references looked at. The largest real documents need less than a tenth: only
 * a few schemas that are combined in ever new ways come near, long after their pages say anything.
 */
const MOST_STEPS = 3_000_000

const SAID = {
  en: 'its schemas refer to one another too often to be read',
  'zh-cn': '数据结构之间的引用过多，无法读取',
} as const

/** Counts what reading takes: a file whose few schemas refer to one another again and again uses up memory and time. */
export class Effort {
  readonly #language: Language
  #left = MOST_STEPS

  constructor(language: Language) {
    this.#language = language
  }

  /** @throws BrokenFile once the file has asked for too much */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new BrokenFile(SAID[this.#language])
  }
}

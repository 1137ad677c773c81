import type { Language } from '#core/language.ts'
import { UnusableData } from '../unusable-data.ts'
import { filledText, type ReasonValues } from './reasons.ts'
import { REFUSALS_EN, REFUSALS_ZH_CN, type RefusalCode } from './refusal-texts.ts'

const TEXTS: Readonly<Record<Language, Readonly<Record<RefusalCode, string>>>> = {
  en: REFUSALS_EN,
  'zh-cn': REFUSALS_ZH_CN,
}

/** A ShowDoc cannot be moved from, or not here. Its lines are English, as all lines of commands. */
export class ShowdocRefusal extends UnusableData {
  readonly code: RefusalCode
  readonly #values: ReasonValues

  constructor(code: RefusalCode, values: ReasonValues = {}, options?: ErrorOptions) {
    super(linesOf(code, values, 'en'), options)
    this.name = 'ShowdocRefusal'
    this.code = code
    this.#values = values
  }

  /** All of it in one line, in every language. */
  get texts(): Readonly<Record<Language, string>> {
    return { en: this.lines.join(' '), 'zh-cn': linesOf(this.code, this.#values, 'zh-cn').join('') }
  }
}

/** Split before the values are put in, which may have line breaks of their own. */
const linesOf = (code: RefusalCode, values: ReasonValues, language: Language): readonly string[] =>
  TEXTS[language][code].split('\n').map((line) => filledText(line, values, language))

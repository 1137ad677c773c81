import type { Handle } from 'hast-util-to-mdast'

const [PLAIN, RAISED, LOWERED] = ['0123456789+-=()', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎']

/** Markdown has no superscript: 10³ stays a power if there are characters for it, and becomes plain text otherwise. */
const raisedText =
  (signs: string): Handle =>
  (state, element) => {
    const [only] = element.children
    const isPlain = element.children.length === 1 && only?.type === 'text'
    if (!isPlain || [...only.value].some((sign) => !PLAIN.includes(sign))) return state.all(element)
    return { type: 'text', value: [...only.value].map((sign) => signs[PLAIN.indexOf(sign)]).join('') }
  }

export const sup = raisedText(RAISED)
export const sub = raisedText(LOWERED)

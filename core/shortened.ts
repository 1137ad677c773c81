const HALF_A_SIGN = /[\uD800-\uDBFF]$/

/** The beginning of a text, at most this many UTF-16 units long, without a split character at its end. */
export const shortened = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).replace(HALF_A_SIGN, '')

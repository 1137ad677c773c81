export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A number that JavaScript would write in another way: one of 20 digits, `1.10`, `1e5`. It is sent as it was typed. */
export interface ExactNumber {
  readonly rawJSON: string
}

/** What the engine can and the types of TypeScript do not know yet. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: Json, context: { readonly source?: string }) => unknown): unknown
  rawJSON(text: string): ExactNumber
  isRawJSON(value: unknown): boolean
}
const exact = JSON as unknown as ExactJson

/**
 * JSON with every number as it is written, also when it is written out again.
 * @throws SyntaxError when it is no JSON, RangeError when it lies thousands deep
 */
export function exactJson(text: string): Json {
  return exact.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? exact.rawJSON(source) : value,
  ) as Json
}

export const isExactNumber = (json: unknown): json is ExactNumber => exact.isRawJSON(json)

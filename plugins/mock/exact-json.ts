export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A number that JavaScript would write differently: 20 digits, `1.10`, `1e5`. It is sent as written. */
export interface ExactNumber {
  readonly rawJSON: string
}

/** Supported by the engine, but missing in TypeScript's types. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: Json, context: { readonly source?: string }) => unknown): unknown
  rawJSON(text: string): ExactNumber
  isRawJSON(value: unknown): boolean
}
const exact = JSON as unknown as ExactJson

/**
 * JSON that preserves every number as written, also when serialised again.
 * @throws SyntaxError when it is not JSON, RangeError when it is thousands of levels deep
 */
export function exactJson(text: string): Json {
  return exact.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? exact.rawJSON(source) : value,
  ) as Json
}

export const isExactNumber = (json: unknown): json is ExactNumber => exact.isRawJSON(json)

import { isJsonObject, jsonAsWritten, WrittenNumber } from '#plugins/format-tools/api.ts'

/** An object from an untrusted file; it may contain anything. */
export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord: (value: unknown) => value is JsonRecord = isJsonObject
/** Empty for anything else. */
export const recordIn = (value: unknown): JsonRecord => (isRecord(value) ? value : {})
/** Empty for anything else. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** '' for anything but a text or a number. */
export const textIn = (value: unknown): string => {
  if (value instanceof WrittenNumber) return value.text
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}
/** The first of these that is not empty. */
export const firstText = (...values: readonly unknown[]): string =>
  values.map((value) => textIn(value).trim()).find((text) => text !== '') ?? ''
/** A value for display: texts unchanged, anything else as JSON. */
export const shownValue = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : jsonAsWritten(value)

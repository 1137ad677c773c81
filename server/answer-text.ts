import type { z } from 'zod'
import { isLasting } from '#core/schema.ts'
import { oncePerObject } from './once-per-object.ts'

/** How a wire represents an answer. */
export interface Showing {
  /** The name of a field on that wire. */
  nameOf(key: string, field: z.ZodType): string
  /** Converts values of the schema to what `JSON.stringify` accepts; undefined when nothing is needed. */
  shownBy(schema: z.ZodType): Shower
}
/** @param siteUrl the address of the site in the request; '' for relative addresses */
type Shower = (value: unknown, siteUrl: string) => unknown

/** Serialises an answer as JSON; undefined when it is empty. */
export type Writer = (answer: unknown, siteUrl: string) => string | undefined

/**
 * A serialiser for answers of a schema on one wire. The text of a lasting field is created once per value and reused: a
 * menu is sent far more often than it changes.
 */
export function writerOf(schema: z.ZodType, showing: Showing): Writer {
  const { shape } = schema.def as { readonly shape?: Readonly<Record<string, z.ZodType>> }
  const lasting = Object.entries(shape ?? {})
    .filter(([, field]) => isLasting(field))
    .map(([key, field]) => ({
      key,
      name: JSON.stringify(showing.nameOf(key, field)),
      textOf: remembering(showing.shownBy(field)),
    }))
  const shown = showing.shownBy(schema)
  if (lasting.length === 0) return (answer, siteUrl) => JSON.stringify(shown(answer, siteUrl))
  return (answer, siteUrl) => {
    if (typeof answer !== 'object' || answer === null) return JSON.stringify(shown(answer, siteUrl))
    const rest: Record<string, unknown> = { ...answer }
    for (const { key } of lasting) rest[key] = undefined
    let text = JSON.stringify(shown(rest, siteUrl))
    for (const { key, name, textOf } of lasting) {
      const part = (answer as Readonly<Record<string, unknown>>)[key]
      if (part !== undefined) text = `${text.slice(0, -1)}${text === '{}' ? '' : ','}${name}:${textOf(part)}}`
    }
    return text
  }
}

// Cached for all callers: lasting values contain no addresses of files.
function remembering(shown: Shower): (value: unknown) => string {
  const textOf = (value: unknown): string => JSON.stringify(shown(value, ''))
  const textOfObject = oncePerObject(textOf)
  return (value) => (typeof value === 'object' && value !== null ? textOfObject(value) : textOf(value))
}

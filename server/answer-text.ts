import type { z } from 'zod'
import { isLasting } from '#core/schema.ts'
import { oncePerObject } from './once-per-object.ts'

/** How a wire shows an answer. */
export interface Showing {
  /** The name of a field there. */
  nameOf(key: string, field: z.ZodType): string
  /** What turns values of the schema into what `JSON.stringify` takes; undefined for nothing. */
  shownBy(schema: z.ZodType): Shower
}
/** @param siteUrl where the caller reached the site; '' for addresses below it */
type Shower = (value: unknown, siteUrl: string) => unknown

/** Turns an answer into JSON text; undefined when there is nothing to show. */
export type Writer = (answer: unknown, siteUrl: string) => string | undefined

/**
 * The writer for answers of a schema on one wire. The text of a lasting field of the answer is written once for each value
 * and put in as it is from then on: a menu is sent far more often than it changes.
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

// Kept for whoever asks: what lasts names no files of the site.
function remembering(shown: Shower): (value: unknown) => string {
  const textOf = (value: unknown): string => JSON.stringify(shown(value, ''))
  const textOfObject = oncePerObject(textOf)
  return (value) => (typeof value === 'object' && value !== null ? textOfObject(value) : textOf(value))
}

import type { z } from 'zod'
import type { AnyOperation } from '#core/operation.ts'
import { wireName } from './wire.ts'

/** The English summary of an operation, which names its fields as the product does. */
export function summaryOnRest({ summary, input, output }: Pick<AnyOperation, 'summary' | 'input' | 'output'>): string {
  const fields = [input, output].flatMap((schema: z.ZodType) => {
    const { shape = {} } = schema.def as { readonly shape?: Readonly<Record<string, z.ZodType>> }
    // A name of one word may as well be a word of the sentence.
    return Object.entries(shape).filter(([key]) => /^\w+[A-Z]\w*$/.test(key))
  })
  return fields.reduce(
    (text, [key, field]) => text.replaceAll(new RegExp(`\\b${key}\\b`, 'g'), wireName(key, field)),
    summary,
  )
}

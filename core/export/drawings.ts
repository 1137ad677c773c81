import { documentsIn } from '../access/facts.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { text } from '../schema.ts'

/** Limits for diagrams drawn by a browser for one export. */
export const drawingLimits = {
  count: 200,
  /** Length of a diagram's source, in UTF-16 units; larger ones would block the browser (threats X3). */
  source: 50_000,
  /** All pictures together, in Base64. */
  pictures: 6_000_000,
} as const

const Drawing = z.object({
  source: text(drawingLimits.source).min(1),
  /** A PNG in Base64. */
  picture: text(drawingLimits.pictures).regex(/^[A-Za-z0-9+/]+={0,2}$/),
})
export const drawingsField = () =>
  z
    .array(Drawing)
    .max(drawingLimits.count)
    .refine((all) => all.reduce((sum, { picture }) => sum + picture.length, 0) <= drawingLimits.pictures)
    .default([])
type Drawings = readonly z.output<typeof Drawing>[]

const HOUR_MS = 3_600_000
/** Longer than an export takes, including queueing. */
const KEPT_MS = 25 * HOUR_MS
const KEY_BYTES = 18

const drawingsIn = ({ store }: Pick<Context, 'store'>) =>
  documentsIn(store).collection<{ readonly drawings: Drawings }>('export.drawings')

/** Stores them until the export runs. @returns the key; '' for none */
export async function keptDrawings(ctx: Context, userId: number, drawings: Drawings): Promise<string> {
  const now = ctx.services.clock.now()
  await drawingsIn(ctx).deleteBefore(new Date(now.getTime() - KEPT_MS))
  if (drawings.length === 0) return ''
  const key = ctx.services.keys.random(KEY_BYTES)
  await drawingsIn(ctx).put({ key, userId, at: now, data: { drawings } })
  return key
}

/** The pictures, in the format of `ExportTools`; only the person's own. */
export async function drawingsAt(ctx: Context, userId: number, key: string): Promise<ReadonlyMap<string, string>> {
  const kept = key === '' ? null : await drawingsIn(ctx).byKey(key)
  if (kept?.userId !== userId) return new Map()
  return new Map(kept.data.drawings.map(({ source, picture }) => [source, picture]))
}

import { inflateSync } from 'node:zlib'
import { drawing, type Chance } from '#adapters/captcha/png/drawing.ts'
import { CHARACTERS } from '#adapters/captcha/png/png-captchas.ts'

/** The same random numbers in every run. */
export function chances(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Picture {
  readonly width: number
  readonly height: number
  readonly isInk: (x: number, y: number) => boolean
}
interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function pictureOf(png: Uint8Array): Picture {
  const bytes = Buffer.from(png)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const start = bytes.indexOf('IDAT') + 4
  const rows = inflateSync(bytes.subarray(start, start + bytes.readUInt32BE(start - 8)))
  return { width, height, isInk: (x, y) => (rows[y * (width + 1) + 1 + x] ?? 255) < 145 }
}

/** Connected areas of ink, the five largest from left to right. */
export function islands({ width, height, isInk }: Picture): readonly Box[] {
  const seen = new Set<number>()
  const found: (Box & { readonly size: number })[] = []
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      if (!isInk(x, y) || seen.has(y * width + x)) continue
      const [todo, box] = [[[x, y] as const], { left: x, right: x, top: y, bottom: y, size: 0 }]
      seen.add(y * width + x)
      for (let next = todo.pop(); next; next = todo.pop()) {
        const [u, v] = next
        Object.assign(box, { left: Math.min(box.left, u), right: Math.max(box.right, u), size: box.size + 1 })
        Object.assign(box, { top: Math.min(box.top, v), bottom: Math.max(box.bottom, v) })
        for (const [a, b] of [
          [u - 1, v],
          [u + 1, v],
          [u, v - 1],
          [u, v + 1],
        ] as const)
          // prettier-ignore
          if (a >= 0 && b >= 0 && a < width && b < height && isInk(a, b) && !seen.has(b * width + a)) {
            seen.add(b * width + a)
            todo.push([a, b])
          }
      }
      found.push(box)
    }
  const largest = found.toSorted((a, b) => b.size - a.size).slice(0, 5)
  return largest.toSorted((a, b) => a.left - b.left)
}

/** Five slots of equal width, each trimmed to its ink. */
export function slots(picture: Picture): readonly Box[] {
  const columns = Array.from({ length: picture.width }, (_, x) => x)
  const inked = columns.filter((x) => Array.from({ length: picture.height }).some((_, y) => picture.isInk(x, y)))
  const [from, to] = [Math.max(20, inked[0] ?? 0), Math.min(picture.width - 20, inked.at(-1) ?? 0)]
  const wide = (to - from) / 5
  return Array.from({ length: 5 }, (_, at): Box => {
    const [left, right] = [Math.round(from + wide * at), Math.round(from + wide * (at + 1)) - 1]
    const rows = Array.from({ length: picture.height }, (_, y) => y).filter((y) =>
      columns.slice(left, right).some((x) => picture.isInk(x, y)),
    )
    return { left, right, top: rows[0] ?? 0, bottom: rows.at(-1) ?? 0 }
  })
}

const GRID = 12
/** The content of the box, as proportions of ink in a small grid. */
function shapeOf({ isInk }: Picture, { left, right, top, bottom }: Box): readonly number[] {
  const [wide, high] = [(right - left + 1) / GRID, (bottom - top + 1) / GRID]
  return Array.from({ length: GRID * GRID }, (_, at) => {
    const [x, y] = [left + (at % GRID) * wide, top + Math.floor(at / GRID) * high]
    const points = [0.25, 0.75].flatMap((u) => [0.25, 0.75].map((v) => [Math.floor(x + u * wide), Math.floor(y + v * high)] as const)) // prettier-ignore
    return points.filter(([a, b]) => isInk(a, b)).length / points.length
  })
}

export interface Template {
  readonly sign: string
  readonly shape: readonly number[]
}
/** What single characters look like: an attacker has the source code, and can draw them as often as needed. */
export function templates(disorder: number, times: number): readonly Template[] {
  const chance = chances(1)
  return [...CHARACTERS].flatMap((sign) =>
    Array.from({ length: times }, () => {
      const picture = pictureOf(drawing(sign, chance, disorder))
      const [largest] = islands(picture).toSorted((a, b) => b.right - b.left - (a.right - a.left))
      return { sign, shape: largest ? shapeOf(picture, largest) : [] }
    }),
  )
}

const difference = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, share, at) => sum + (share - (b[at] ?? 0)) ** 2, 0)

export type Cut = (picture: Picture) => readonly Box[]
/**
 * Cuts the picture into characters and takes the most similar template for each, as programs do that read simple
 * captchas.
 */
export function read(png: Uint8Array, cut: Cut, known: readonly Template[]): string {
  const picture = pictureOf(png)
  return cut(picture)
    .map((box) => {
      const shape = shapeOf(picture, box)
      return known.reduce((best, each) => (difference(each.shape, shape) < difference(best.shape, shape) ? each : best))
        .sign
    })
    .join('')
}

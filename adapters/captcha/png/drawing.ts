import { randomBytes } from 'node:crypto'
import { Canvas } from './canvas.ts'
import { chainOf, GLYPHS, type Point } from './glyphs.ts'

const WIDTH = 250
const HEIGHT = 80
const GLYPH = { width: 34, height: 46 }
const MARGIN = 24
const NOISE = 22

/** From 0 up to 1. */
export type Chance = () => number

/**
 * The text as a picture that people can read and simple programs cannot: glyphs are slanted, bent and run into each
 * other, so that they cannot be separated; strokes of other glyphs are added, and cuts go through them.
 * @param disorder 1 for real captchas, 0 for none: to test programs that read them
 */
export function drawing(text: string, chance: Chance = unforeseeable(), disorder = 1): Uint8Array<ArrayBuffer> {
  const canvas = inked(text, chance, disorder)
  const [shadow, slope] = [chance() * Math.PI * 2, 20 * disorder]
  return canvas.png((ink, x, y) => {
    const paper = 225 + slope * Math.sin(x / 31 + shadow) * Math.cos(y / 17 + shadow)
    return paper - ink * 165 + (chance() - 0.5) * 2 * NOISE * disorder
  })
}

/** The ink only. */
function inked(text: string, chance: Chance, disorder: number): Canvas {
  const canvas = new Canvas(WIDTH, HEIGHT)
  const around = (most: number): number => (chance() * 2 - 1) * most * disorder
  const bent = bending(chance, disorder)
  const places = placesOf(text.length, chance, disorder)
  const pen = 3.7 + around(0.4)
  for (const [at, sign] of [...text].entries()) {
    const turn = around(0.33)
    const [wide, high, lean] = [1.12 + around(0.2), 1 + around(0.15), around(0.3)]
    const [left, top] = [places[at] ?? 0, (HEIGHT - GLYPH.height) / 2 + around(6)]
    for (const stroke of GLYPHS[sign] ?? []) {
      const points = stroke.points.map(([x, y]): Point => [x + around(0.05), y + around(0.05)])
      const chain = chainOf({ ...stroke, points }).map(([x, y]): Point => {
        const [u, v] = [(x - 0.5) * GLYPH.width * wide + (0.5 - y) * GLYPH.width * lean, (y - 0.5) * GLYPH.height * high] // prettier-ignore
        const placed = [u * Math.cos(turn) - v * Math.sin(turn), u * Math.sin(turn) + v * Math.cos(turn)] as const
        return bent([left + GLYPH.width / 2 + placed[0], top + GLYPH.height / 2 + placed[1]])
      })
      canvas.draw(chain, pen + around(0.4))
    }
  }
  if (disorder === 0) return canvas
  for (let n = 0; n < 2; n += 1) canvas.draw(across(chance).map(bent), pen - 1.4 + around(0.4))
  for (let n = 0; n < 2; n += 1) canvas.draw(scrap(chance).map(bent), pen - 0.8 + around(0.6))
  for (let n = 0; n < 2; n += 1) canvas.draw(across(chance).map(bent), 0.9, 'rubber')
  return canvas
}

/** Where the glyphs start: at varying distances, so that the picture cannot be cut into equal parts. */
function placesOf(count: number, chance: Chance, disorder: number): readonly number[] {
  const room = WIDTH - 2 * MARGIN - GLYPH.width
  const steps = Array.from({ length: Math.max(1, count - 1) }, () => 1 + (chance() * 2 - 1) * 0.26 * disorder)
  const used = room * (1 - 0.16 * chance() * disorder)
  const scale = used / steps.reduce((sum, step) => sum + step, 0)
  let place = MARGIN + (room - used) * chance()
  return [place, ...steps.map((step) => (place += step * scale))]
}

/** Distorts the whole picture by waves, equally for everything in it. */
function bending(chance: Chance, disorder: number): (point: Point) => Point {
  const wave = () => ({ length: 48 + chance() * 40, phase: chance() * Math.PI * 2, height: (2.5 + chance() * 2.5) * disorder }) // prettier-ignore
  const [across, down, ripple] = [wave(), wave(), { ...wave(), length: 17 + chance() * 8, height: 1.3 * disorder }]
  const at = (place: number, { length, phase, height }: ReturnType<typeof wave>): number =>
    height * Math.sin((place / length) * Math.PI * 2 + phase)
  return ([x, y]) => [x + at(y, across) + at(y, ripple), y + at(x, down) + at(x, ripple)]
}

/** A line from one side of the picture to the other. */
function across(chance: Chance): readonly Point[] {
  const height = () => HEIGHT * (0.2 + 0.6 * chance())
  const points = [0, 1, 2, 3, 4].map((at): Point => [(WIDTH / 4) * at, height()])
  return chainOf({ isCurve: true, points })
}

/** A stroke that could belong to a glyph. */
function scrap(chance: Chance): readonly Point[] {
  const [x, y] = [MARGIN / 2 + chance() * (WIDTH - MARGIN), 8 + chance() * (HEIGHT - 16)]
  const step = (): number => (chance() - 0.5) * 18
  const points: readonly Point[] = [[x, y], [x + step(), y + step()], [x + step(), y + step()]] // prettier-ignore
  return chainOf({ isCurve: chance() < 0.5, points })
}

/** Cryptographically secure random numbers. */
function unforeseeable(): Chance {
  let [bytes, at]: [Buffer, number] = [Buffer.alloc(0), 0]
  return () => {
    if (at + 4 > bytes.length) [bytes, at] = [randomBytes(16_384), 0]
    at += 4
    return bytes.readUInt32LE(at - 4) / 2 ** 32
  }
}

export type Point = readonly [x: number, y: number]
/** Pen positions in a unit square, y downwards; a curve passes through them smoothly. */
export interface Stroke {
  readonly isCurve: boolean
  readonly points: readonly Point[]
}

const line = (...points: Point[]): Stroke => ({ isCurve: false, points })
const curve = (...points: Point[]): Stroke => ({ isCurve: true, points })

const P = [line([0, 1], [0, 0]), curve([0, 0], [0.6, 0], [0.9, 0.26], [0.6, 0.53], [0, 0.55])]

/**
 * Letters and digits as pen strokes, drawn for this purpose, so that no font is needed. They cannot be confused when
 * slanted.
 */
export const GLYPHS: Readonly<Record<string, readonly Stroke[]>> = {
  A: [line([0, 1], [0.5, 0], [1, 1]), line([0.2, 0.64], [0.8, 0.64])],
  C: [curve([0.95, 0.18], [0.6, 0], [0.15, 0.18], [0, 0.5], [0.15, 0.82], [0.6, 1], [0.95, 0.82])],
  D: [line([0, 0], [0, 1]), curve([0, 0], [0.55, 0.05], [0.95, 0.35], [0.95, 0.65], [0.55, 0.95], [0, 1])],
  E: [line([0.9, 0], [0, 0], [0, 1], [0.9, 1]), line([0, 0.5], [0.75, 0.5])],
  F: [line([0.9, 0], [0, 0], [0, 1]), line([0, 0.48], [0.75, 0.48])],
  H: [line([0, 0], [0, 1]), line([0.95, 0], [0.95, 1]), line([0, 0.5], [0.95, 0.5])],
  J: [curve([0.8, 0], [0.8, 0.4], [0.78, 0.75], [0.5, 1], [0.15, 0.92], [0.05, 0.7])],
  K: [line([0, 0], [0, 1]), line([0.9, 0], [0, 0.58]), line([0.3, 0.4], [0.95, 1])],
  M: [line([0, 1], [0.08, 0], [0.5, 0.65], [0.92, 0], [1, 1])],
  N: [line([0, 1], [0, 0], [0.95, 1], [0.95, 0])],
  P,
  Q: [
    curve([0.5, 0], [0.95, 0.3], [0.95, 0.7], [0.5, 1], [0.05, 0.7], [0.05, 0.3], [0.5, 0]),
    line([0.6, 0.7], [1, 1.1]),
  ],
  R: [...P, line([0.4, 0.55], [0.95, 1])],
  T: [line([0, 0], [1, 0]), line([0.5, 0], [0.5, 1])],
  W: [line([0, 0], [0.25, 1], [0.5, 0.3], [0.75, 1], [1, 0])],
  X: [line([0, 0], [0.95, 1]), line([0.95, 0], [0, 1])],
  Y: [line([0, 0], [0.5, 0.5], [1, 0]), line([0.5, 0.5], [0.5, 1])],
  3: [
    curve([0.08, 0.1], [0.5, 0], [0.85, 0.22], [0.4, 0.47]),
    curve([0.4, 0.47], [0.95, 0.7], [0.55, 1], [0.05, 0.88]),
  ],
  4: [line([0.7, 1], [0.7, 0], [0, 0.68], [1, 0.68])],
  7: [line([0, 0], [0.95, 0], [0.35, 1])],
  9: [curve([0.9, 0.3], [0.5, 0], [0.1, 0.3], [0.5, 0.58], [0.9, 0.3]), curve([0.9, 0.3], [0.85, 0.7], [0.4, 1])],
}

const STEPS = 8

/** The stroke as a polyline. */
export function chainOf({ isCurve, points }: Stroke): readonly Point[] {
  return points.slice(1).flatMap((to, at) => {
    const from = points[at] ?? to
    const before = points[at - 1] ?? from
    const after = points[at + 2] ?? to
    return Array.from({ length: STEPS }, (_, step): Point => {
      const t = (step + (at === 0 && step === 0 ? 0 : 1)) / STEPS
      if (!isCurve) return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
      return [spline(before[0], from[0], to[0], after[0], t), spline(before[1], from[1], to[1], after[1], t)]
    })
  })
}

/** Catmull-Rom spline: passes through the points, with the direction at each determined by its neighbours. */
const spline = (a: number, b: number, c: number, d: number, t: number): number =>
  b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))

export const SIDES = ['top', 'right', 'bottom', 'left'] as const
const LINES = ['thin', 'medium', 'thick', 'dashed', 'dotted', 'double'] as const
export type BorderLine = (typeof LINES)[number]

/** The line at one side of a cell. */
export interface Border {
  readonly side: (typeof SIDES)[number]
  readonly line: BorderLine
  /** As `#1a2b3c`. */
  readonly color: string
}

/** Borders in a text that is equal for equal ones, such as `top thin #000000, left double #ff0000`; '' for none. */
export const bordersText = (borders: readonly Border[]): string =>
  SIDES.flatMap((side) => borders.findLast((border) => border.side === side) ?? [])
    .map(({ side, line, color }) => `${side} ${line} ${color}`)
    .join(', ')

/** The borders in such a text; what is none is left out. */
export const bordersOf = (text: string): readonly Border[] =>
  text.length > LONGEST
    ? []
    : text.split(', ').flatMap((part) => {
        const [named = '', lined = '', color = ''] = part.split(' ')
        const [side, line] = [SIDES.find((each) => each === named), lineOf(lined)]
        return side && line && /^#[\da-f]{6}$/.test(color) ? [{ side, line, color }] : []
      })
const LONGEST = 200

export const lineOf = (text: string): BorderLine | undefined => LINES.find((line) => line === text)

export const BLACK = '#000000'

/** As they are stored; undefined for none. */
export const storedBorders = (text: string): Readonly<Record<string, readonly string[]>> | undefined =>
  text === '' ? undefined : Object.fromEntries(bordersOf(text).map(({ side, line, color }) => [side, [line, color]]))

import type { CSSProperties } from 'react'
import { bordersOf, type BorderLine } from '../borders.ts'
import type { CellStyle } from '../workbook.ts'

type Color = readonly [number, number, number]

/** The backgrounds of the product in both schemes. */
const PAPER: Color = [255, 255, 255]
const DARK_PAPER: Color = [19, 21, 25]
const BLACK: Color = [0, 0, 0]
const WHITE: Color = [255, 255, 255]
/** The contrast WCAG requires for text. */
const READABLE = 4.5

/** The colors of a cell, adjusted to be readable in both schemes. */
export function cellLook(style: CellStyle, isNumber: boolean): CSSProperties {
  const { color, background, align, verticalAlign, fontSize } = style
  return {
    textAlign: align === '' ? (isNumber ? 'right' : undefined) : align,
    verticalAlign: verticalAlign === '' ? undefined : verticalAlign,
    fontWeight: style.isBold ? 600 : undefined,
    fontStyle: style.isItalic ? 'italic' : undefined,
    textDecoration: decoration(style),
    fontSize: fontSize === null ? undefined : `${Math.min(24, Math.max(9, fontSize))}pt`,
    background: background === '' ? undefined : background,
    color: textColor(color, background),
    ...borderLook(style),
  }
}

/** A cell has lines of the table at its right and at its bottom, which its own ones replace. */
function borderLook({ borders }: CellStyle): CSSProperties {
  const look: CSSProperties = {}
  for (const { side, line, color } of bordersOf(borders)) {
    const [width, kind] = CSS_LINES[line]
    const wanted = colorIn(color)
    const drawn = `light-dark(${color}, ${written(readable(wanted, DARK_PAPER))})`
    look[NAMES[side]] = `${width} ${kind} ${drawn}`
  }
  return look
}
const NAMES = { top: 'borderTop', right: 'borderRight', bottom: 'borderBottom', left: 'borderLeft' } as const
const CSS_LINES: Readonly<Record<BorderLine, readonly [width: string, kind: string]>> = {
  thin: ['1px', 'solid'],
  medium: ['2px', 'solid'],
  thick: ['3px', 'solid'],
  dashed: ['1px', 'dashed'],
  dotted: ['1px', 'dotted'],
  double: ['3px', 'double'],
}

function decoration({ isUnderlined, isStruck }: CellStyle): string | undefined {
  const lines = [isUnderlined ? 'underline' : '', isStruck ? 'line-through' : ''].filter((line) => line !== '')
  return lines.length === 0 ? undefined : lines.join(' ')
}

function textColor(color: string, background: string): string | undefined {
  if (color === '' && background === '') return undefined
  if (background !== '') return written(readable(color === '' ? BLACK : colorIn(color), colorIn(background)))
  const wanted = colorIn(color)
  return `light-dark(${written(readable(wanted, PAPER))}, ${written(readable(wanted, DARK_PAPER))})`
}

/** The color, adjusted until it is readable on this background. */
function readable(color: Color, ground: Color): Color {
  const end = contrast(BLACK, ground) > contrast(WHITE, ground) ? BLACK : WHITE
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = mix(color, end, share)
    if (contrast(mixed, ground) >= READABLE) return mixed
  }
  return end
}

const colorIn = (text: string): Color =>
  [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as unknown as Color
const written = (color: Color): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
const mix = (one: Color, other: Color, share: number): Color =>
  one.map((part, at) => Math.round(part + ((other[at] ?? 0) - part) * share)) as unknown as Color

function contrast(one: Color, other: Color): number {
  const [light, dark] = [brightness(one), brightness(other)].toSorted((first, second) => second - first)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function brightness(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

import { colorOf } from '../cell-style.ts'
import { followXml } from './follow-xml.ts'

type Attributes = Readonly<Record<string, string>>

/** The order in which cells number the colors of a theme, which differs from that of the file. */
const NAMES = ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6']
const THEME = [...NAMES, 'hlink', 'folHlink']

/** The colors of the palette that Excel has had since 1997; the first eight are repeated. */
const BRIGHT = ['000000', 'ffffff', 'ff0000', '00ff00', '0000ff', 'ffff00', 'ff00ff', '00ffff']
const PALETTE = [
  ...BRIGHT,
  ...BRIGHT,
  ...['800000', '008000', '000080', '808000', '800080', '008080', 'c0c0c0', '808080'],
  ...['9999ff', '993366', 'ffffcc', 'ccffff', '660066', 'ff8080', '0066cc', 'ccccff'],
  ...['000080', 'ff00ff', 'ffff00', '00ffff', '800080', '800000', '008080', '0000ff'],
  ...['00ccff', 'ccffff', 'ccffcc', 'ffff99', '99ccff', 'ff99cc', 'cc99ff', 'ffcc99'],
  ...['3366ff', '33cccc', '99cc00', 'ffcc00', 'ff9900', 'ff6600', '666699', '969696'],
  ...['003366', '339966', '003300', '333300', '993300', '993366', '333399', '333333'],
].map((color) => `#${color}`)

/** The colors of the theme in the file, by the number that cells refer to. */
export function themeColors(xml: string): readonly string[] {
  const found = new Map<string, string>()
  let name = ''
  followXml(xml, {
    open(tag, { val = '', lastClr = '' }) {
      if (THEME.includes(tag)) name = tag
      else if (tag === 'srgbClr' || tag === 'sysClr') {
        if (name !== '') found.set(name, colorOf(`#${tag === 'sysClr' ? lastClr : val}`))
        name = ''
      }
    },
    close(tag) {
      if (tag === name) name = ''
    },
  })
  return THEME.map((each) => found.get(each) ?? '')
}

/** The color of a `<color>` or `<fgColor>`, as `#1a2b3c`; '' for none. */
export function excelColor({ rgb, theme, indexed, tint = '0' }: Attributes, themed: readonly string[]): string {
  const color =
    rgb === undefined
      ? theme === undefined
        ? (PALETTE[Number(indexed ?? Number.NaN)] ?? '')
        : (themed[Number(theme)] ?? '')
      : colorOf(`#${rgb.slice(-6)}`)
  const share = Number(tint)
  return color === '' || !(Math.abs(share) <= 1) || share === 0 ? color : tinted(color, share)
}

/** Lighter by this share, darker below 0, with the same hue: the lightness is what changes. */
function tinted(color: string, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [most, least] = [Math.max(...parts), Math.min(...parts)]
  const light = (most + least) / 2
  const next = share < 0 ? light * (1 + share) : light * (1 - share) + share
  // With hue and saturation kept, all parts keep their place between the least and the most.
  const width = most - least
  const room = (lightness: number): number => 1 - Math.abs(2 * lightness - 1)
  const scale = room(light) === 0 ? 0 : room(next) / room(light)
  const written = parts.map((part) => {
    const value = width === 0 ? next : next + (part - light) * scale
    return Math.round(Math.min(1, Math.max(0, value)) * 255)
  })
  return `#${written.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

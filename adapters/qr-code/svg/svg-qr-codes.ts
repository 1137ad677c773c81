import { renderSVG } from 'uqr'
import type { QrCodes } from '#core/ports/rendering.ts'

/** Width of the white border in modules, as required by the standard. */
const QUIET_ZONE = 4

export class SvgQrCodes implements QrCodes {
  svg(text: string, size: number): string {
    const svg = renderSVG(text, { pixelSize: size, border: QUIET_ZONE, ecc: 'M' })
    return svg.replace(/viewBox="0 0 (\d+) (\d+)"/, '$& width="$1" height="$2"')
  }
}

import { crc32, deflateSync } from 'node:zlib'
import type { Point } from './glyphs.ts'

/** A greyscale picture: 0 is white, 1 is black. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly ink: Float64Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.ink = new Float64Array(width * height)
  }

  /** Draws a polyline with a round pen; an eraser removes ink. */
  draw(chain: readonly Point[], pen: number, tool: 'ink' | 'rubber' = 'ink'): void {
    for (const [at, to] of chain.entries()) if (at > 0) this.#segment(chain[at - 1] ?? to, to, pen / 2, tool)
  }

  #segment([x1, y1]: Point, [x2, y2]: Point, radius: number, tool: 'ink' | 'rubber'): void {
    const reach = radius + 1
    const [left, right] = [Math.max(0, Math.floor(Math.min(x1, x2) - reach)), Math.min(this.width - 1, Math.ceil(Math.max(x1, x2) + reach))] // prettier-ignore
    const [top, bottom] = [Math.max(0, Math.floor(Math.min(y1, y2) - reach)), Math.min(this.height - 1, Math.ceil(Math.max(y1, y2) + reach))] // prettier-ignore
    const [dx, dy] = [x2 - x1, y2 - y1]
    const square = dx * dx + dy * dy || 1
    for (let y = top; y <= bottom; y += 1)
      for (let x = left; x <= right; x += 1) {
        const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square))
        const covered = radius + 0.5 - Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
        const place = y * this.width + x
        const before = this.ink[place] ?? 0
        const share = Math.min(1, Math.max(0, covered))
        this.ink[place] = tool === 'ink' ? Math.max(before, share) : Math.min(before, 1 - share)
      }
  }

  /** A greyscale PNG, one byte per pixel. */
  png(greyOf: (ink: number, x: number, y: number) => number): Uint8Array<ArrayBuffer> {
    const rows = Buffer.alloc(this.height * (this.width + 1))
    for (let y = 0; y < this.height; y += 1)
      for (let x = 0; x < this.width; x += 1) {
        const grey = greyOf(this.ink[y * this.width + x] ?? 0, x, y)
        rows[y * (this.width + 1) + 1 + x] = Math.min(255, Math.max(0, Math.round(grey)))
      }
    const head = Buffer.alloc(13)
    head.writeUInt32BE(this.width, 0)
    head.writeUInt32BE(this.height, 4)
    head[8] = 8
    const parts = [SIGNATURE, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
    return new Uint8Array(Buffer.concat(parts))
  }
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

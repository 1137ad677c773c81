import { drawnDiagram } from './drawn-diagram.ts'
import { harmlessSvg, hiddenGround } from './drawn-safely.ts'

/** A diagram as stored in a file. */
export interface DiagramPicture {
  readonly source: string
  /** A PNG in Base64, with a white background and a scale of two. */
  readonly picture: string
}

/** A picture has no access to the styles of the page. */
const FONT = '"Segoe UI", "Microsoft YaHei", "PingFang SC", "Noto Sans CJK SC", sans-serif'
const PIXELS = 2
/** Width between the margins of a printed page. */
const PAPER_WIDTH = 640
/** Total size in Base64 that the server accepts. */
const MOST_LETTERS = 6_000_000
/** Maximum canvas size of browsers. */
const [LONGEST_SIDE, MOST_PIXELS] = [8_000, 16_000_000]

/** The diagrams as pictures, as many as fit; diagrams that cannot be drawn are left out. */
export async function diagramPictures(sources: readonly string[]): Promise<readonly DiagramPicture[]> {
  const ground = hiddenGround()
  // Gantt charts are as wide as the available space.
  Object.assign(ground.style, { inset: '0 auto auto 0', width: `${PAPER_WIDTH}px` })
  const pictures: DiagramPicture[] = []
  let left = MOST_LETTERS
  try {
    for (const source of sources) {
      const picture = await pictureOf(source, ground).catch(() => null)
      if (picture === null || picture.length > left) continue
      left -= picture.length
      pictures.push({ source, picture })
    }
  } finally {
    ground.remove()
  }
  return pictures
}

async function pictureOf(source: string, ground: HTMLElement): Promise<string> {
  const svg = await drawnDiagram(source, { theme: 'neutral', fontFamily: FONT }, ground)
  const drawn = harmlessSvg(svg).firstElementChild
  if (!(drawn instanceof SVGSVGElement)) throw new Error('a diagram is no SVG')
  const { width, height } = drawn.viewBox.baseVal
  const scale = Math.min(PIXELS, LONGEST_SIDE / Math.max(width, height), Math.sqrt(MOST_PIXELS / (width * height)))
  drawn.setAttribute('width', String(width))
  drawn.setAttribute('height', String(height))
  drawn.removeAttribute('style')
  return drawnOnWhite(new XMLSerializer().serializeToString(drawn), width * scale, height * scale)
}

async function drawnOnWhite(svg: string, width: number, height: number): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  // Throws if the browser considers the picture cross-origin.
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
}

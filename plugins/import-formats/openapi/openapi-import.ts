import { jsonShape } from '../json/json-shape.ts'
import { decodedText, looksLikeText } from '../json/parsed-text.ts'
import { utf8Pieces } from '../json/utf8-pieces.ts'
import { wholeFile } from '../thread/whole-file.ts'
import { threadedFormat } from '../thread/threaded-format.ts'

const IS_YAML = /^(?:["']?)(?:openapi|swagger)(?:["']?)[ \t]*:/m
/** The whole document may be indented: then this is its first key. */
const IS_INDENTED_YAML = /^(?:(?:#|%|---)[^\n]*\n|[ \t]*\r?\n)* +(?:["']?)(?:openapi|swagger)(?:["']?)[ \t]*:/

/** Swagger 2, OpenAPI 3.0 and 3.1, in JSON or YAML. */
export const openApiImport = threadedFormat({
  id: 'openapi',
  title: { en: 'OpenAPI or Swagger (JSON, YAML)', 'zh-cn': 'OpenAPI 或 Swagger（JSON、YAML）' },
  async recognises(file) {
    const shape = await jsonShape(file)
    if (shape)
      return shape.kind === 'object' && ['openapi', 'swagger', 'swaggerVersion'].some((key) => shape.keys.has(key))
    if (!looksLikeText(file.first)) return false
    const text = decodedText(file.first)
    if (IS_YAML.test(text) || IS_INDENTED_YAML.test(text)) return true
    return /\.ya?ml$/i.test(file.name) && (await hasVersionLine(utf8Pieces(file)))
  },
  parts: wholeFile,
})

/** The line may come after many others. */
async function hasVersionLine(pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + Buffer.from(piece).toString('latin1')
    if (IS_YAML.test(text)) return true
    rest = text.slice(-100)
  }
  return false
}

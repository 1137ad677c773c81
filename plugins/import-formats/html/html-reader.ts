import { decodedText } from '../json/parsed-text.ts'
import type { FormatReader } from '../thread/reader.ts'
import { htmlSections, titleIn } from './html-markdown.ts'
import { giveSections, sectionAddresses } from './section-pages.ts'

const SAID = {
  en: (count: number) =>
    count === 1
      ? '1 picture was not in the file and stays where it is.'
      : `${count} pictures were not in the file and stay where they are.`,
  'zh-cn': (count: number) => `有 ${count} 张图片不在文件中，仍保留原地址。`,
} as const
const PICTURE = /^data:image\/(png|jpeg|gif|webp|svg\+xml|bmp);base64,([\w+/=\s]+)$/
const MOST_BYTES = 4 * 1024 * 1024

/** Embedded pictures are imported; linked ones are never fetched. */
export const readHtml: FormatReader = ({ parts, name, language, options, most }, into) => {
  const html = decodedText(parts[0]?.bytes ?? new Uint8Array())
  let [outside, inside] = [0, 0]
  const pictureAt = (address: string): string => {
    const [, type = '', data = ''] = PICTURE.exec(address) ?? []
    const bytes = new Uint8Array(Buffer.from(data, 'base64'))
    if (bytes.length === 0 || bytes.length >= MOST_BYTES) {
      outside += 1
      return address.startsWith('data:') ? '' : address
    }
    inside += 1
    return into.file(`${inside}.${type === 'svg+xml' ? 'svg' : type}`, bytes)
  }
  const title = titleIn(html) || name.replace(/\.\w+$/, '')
  const sections = htmlSections(html, {
    ...{ language, isSplit: options['isSplit'] === true, pictureAt, longest: most.contentLength },
    addressOf: sectionAddresses(into, title),
  })
  giveSections(into, title, sections)
  if (outside > 0) into.warn(SAID[language](outside))
}

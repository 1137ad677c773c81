import type { IXmlableObject } from 'docx'
import { WRITTEN } from './written-blocks.ts'

/** Ids that docx leaves open until the whole document is known, as `{numbers-1-7}` or `rId{4bf7….png}`. */
interface OpenIds {
  /** The id of a list, by what stands between the braces. */
  listId(key: string): number
}

/** The XML of a component prepared by docx. Only what docx writes itself counts as an open id, never a text of a page. */
export function xmlText(prepared: IXmlableObject, ids: OpenIds): string {
  const [name] = Object.keys(prepared)
  if (name === undefined) return ''
  if (name === WRITTEN) return String(prepared[WRITTEN])
  const { attributes, content } = partsOf(name, prepared[name], ids)
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

interface Parts {
  readonly attributes: string
  readonly content: string
}

function partsOf(name: string, value: unknown, ids: OpenIds): Parts {
  if (Array.isArray(value)) {
    let [attributes, content] = ['', '']
    for (const each of value as unknown[]) {
      if (!isObject(each)) content += escaped(each)
      else if ('_attr' in each) attributes += attributesOf(name, each['_attr'], ids)
      else content += xmlText(each, ids)
    }
    return { attributes, content }
  }
  if (!isObject(value)) return { attributes: '', content: escaped(value) }
  return { attributes: attributesOf(name, value['_attr'], ids), content: '' }
}

function attributesOf(name: string, attributes: unknown, ids: OpenIds): string {
  if (!isObject(attributes)) return ''
  let text = ''
  for (const [key, value] of Object.entries(attributes)) text += ` ${key}="${closed(name, key, escaped(value), ids)}"`
  return text
}

function closed(name: string, key: string, value: string, ids: OpenIds): string {
  if (name === 'w:numId' && value.startsWith('{')) return String(ids.listId(value.slice(1, -1)))
  return key === 'r:embed' ? value.replace(/^rId\{(.*)\}$/, 'rId$1') : value
}

const isObject = (value: unknown): value is IXmlableObject => typeof value === 'object' && value !== null

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', "'": '&apos;', '<': '&lt;', '>': '&gt;' }
export function escaped(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(/[&"'<>]/g, (sign) => SIGNS[sign] ?? '')
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Language } from '#core/language.ts'
import type { SampleItem, SamplePage } from '#core/ports/samples.ts'

const CONTENT = path.join(import.meta.dirname, 'content')

const BothLanguages = z.object({ en: z.string(), 'zh-cn': z.string() })
const Outline = z.object({
  name: BothLanguages,
  description: BothLanguages,
  domain: BothLanguages,
  /** Tells of the product, and is nothing that somebody would want as an item of their own. */
  isGuide: z.boolean().default(false),
  catalogs: z.array(z.object({ name: BothLanguages, pages: z.array(z.string()) })).default([]),
  /** The content file of a spreadsheet item. */
  sheets: z.string().optional(),
  calls: z
    .array(
      z.object({
        /** The name of the operation, such as `mock.add`; the call is left out when no plugin provides it. */
        operation: z.string(),
        /** A file among the pages: the call is made with the `pageId` of this page. */
        page: z.string().optional(),
        input: z.record(z.string(), z.json()),
      }),
    )
    .default([]),
  /** Ids of the formats in which the item is exported. */
  exports: z.array(z.string()).default([]),
})
export type SampleCall = z.output<typeof Outline>['calls'][number]

/** Refers to its pictures as `](pictures/name.png)`. */
export interface DemoPage extends Omit<SamplePage, 'wishes'> {
  /** Its file name among the pages of the item. */
  readonly file: string
  readonly pictures: readonly SamplePicture[]
}
/** A picture, and the placeholder for its address. */
export interface SamplePicture {
  readonly name: string
  readonly address: string
  readonly bytes: Uint8Array
}
export interface DemoCatalog {
  readonly name: string
  readonly pages: readonly DemoPage[]
}
export interface DemoItem extends Pick<SampleItem, 'name' | 'description' | 'sheets'> {
  readonly domain: string
  readonly isGuide: boolean
  readonly catalogs: readonly DemoCatalog[]
  /** Calls made once its pages exist. */
  readonly calls: readonly SampleCall[]
  readonly exports: readonly string[]
}

/** The sample content beside this file, in one language. */
export async function sampleItems(language: Language): Promise<readonly DemoItem[]> {
  const folders = (await readdir(CONTENT)).sort()
  return Promise.all(folders.map((folder) => sampleItem(path.join(CONTENT, folder), language)))
}

async function sampleItem(folder: string, language: Language): Promise<DemoItem> {
  const outline = Outline.parse(JSON.parse(await readFile(path.join(folder, 'item.json'), 'utf8')))
  const { isGuide, calls, exports, sheets } = outline
  const texts = path.join(folder, language)
  const catalogs = outline.catalogs.map(async ({ name, pages }) => ({
    name: name[language],
    pages: await Promise.all(pages.map((page) => samplePage(texts, page))),
  }))
  return {
    ...{ isGuide, calls, exports },
    name: outline.name[language],
    description: outline.description[language],
    domain: outline.domain[language],
    catalogs: await Promise.all(catalogs),
    sheets: sheets === undefined ? null : await readFile(path.join(texts, `${sheets}.json`), 'utf8'),
  }
}

const ApiDocument = z.object({ info: z.object({ title: z.string().min(1) }) })

/** The first heading becomes the page's title and is removed from its content; an API document contains its title. */
async function samplePage(folder: string, file: string): Promise<DemoPage> {
  const isDocument = file.endsWith('.json')
  const text = await readFile(path.join(folder, isDocument ? file : `${file}.md`), 'utf8')
  if (isDocument) return { file, title: ApiDocument.parse(JSON.parse(text)).info.title, content: text, pictures: [] }
  const [, title = '', content = ''] = /^# (.+)\n+([\s\S]*)$/.exec(text) ?? []
  if (title === '') throw new Error(`${file} does not begin with a heading`)
  return { file, title, content, pictures: await picturesIn(content, path.join(folder, '..')) }
}

const PICTURE = /(?<=\]\()pictures\/([\w-]+\.png)(?=\))/g

const picturesIn = (content: string, folder: string): Promise<readonly SamplePicture[]> =>
  Promise.all(
    Array.from(content.matchAll(PICTURE), async ([address, name = '']) => ({
      ...{ name, address, bytes: await readFile(path.join(folder, address)) },
    })),
  )

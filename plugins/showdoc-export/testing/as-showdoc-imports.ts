import { fromBuffer, type ZipFile } from 'yauzl'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

/*
 * The result of ShowDoc's import of such a zip, based on its behaviour: version 2.10.5 on PHP 7.4 and 3.9.2 on PHP 8
 * agree.
 */

const Page = z.looseObject({ page_title: z.string(), page_content: z.string(), s_number: z.string() })
type GivenPage = z.output<typeof Page>
interface GivenFolder {
  readonly pages: readonly GivenPage[]
  readonly catalogs: readonly (GivenFolder & { readonly cat_name: string })[]
}
const Folder: z.ZodType<GivenFolder> = z.looseObject({
  pages: z.array(Page),
  catalogs: z.array(z.lazy(() => z.intersection(z.looseObject({ cat_name: z.string() }), Folder))),
})
const Info = z.looseObject({
  item_type: z.string(),
  item_name: z.string().min(1),
  item_description: z.string(),
  password: z.string(),
  pages: Folder,
})

export interface PageInShowdoc {
  readonly title: string
  readonly content: string
}
export interface FolderInShowdoc {
  readonly pages: readonly PageInShowdoc[]
  readonly catalogs: readonly (FolderInShowdoc & { readonly name: string })[]
}
export interface ItemInShowdoc extends FolderInShowdoc {
  readonly type: number
  readonly name: string
  readonly password: string
  /** All entries of the zip by path. */
  readonly entries: ReadonlyMap<string, Buffer>
}

const ENTITIES = [
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['&', '&amp;'],
] as const
/** PHP unescapes `&amp;` last, so that nothing is unescaped twice. */
const decoded = (text: string): string => ENTITIES.reduce((done, [sign, entity]) => done.replaceAll(entity, sign), text)
const encoded = (text: string): string =>
  ENTITIES.toReversed().reduce((done, [sign, entity]) => done.replaceAll(sign, entity), text)
/** As stored in the database, and as displayed from there. */
const shown = (text: string): string => decoded(encoded(decoded(text)))
const isEmptyInPhp = (text: string): boolean => text === '' || text === '0'

interface MadeFolder {
  readonly pages: Map<string, { content: string; order: number }> | { title: string; content: string; order: number }[]
  readonly below: Map<string, MadeFolder>
}

export async function asShowdocImports(zip: Buffer): Promise<ItemInShowdoc> {
  const entries = await entriesOf(zip)
  const info = Info.parse(JSON.parse(String(entries.get('info.json') ?? entries.get('prefix_info.json'))))
  const root = info.pages.pages.map(({ page_title, page_content, s_number }) => ({
    ...{ title: shown(page_title), content: shown(page_content), order: Number.parseInt(s_number, 10) },
  }))
  const tree: MadeFolder = { pages: root, below: new Map() }
  const walk = (catalogs: GivenFolder['catalogs'], above: string): void => {
    for (const { cat_name, pages, catalogs: below } of catalogs) {
      if (isEmptyInPhp(cat_name)) continue
      const path = above === '' ? cat_name : `${above}/${cat_name}`
      for (const page of pages) place(tree, path, page)
      walk(below, path)
    }
  }
  walk(info.pages.catalogs, '')
  return {
    ...{ type: Number(info.item_type), name: shown(info.item_name), password: info.password, entries },
    ...folderOf(tree),
  }
}

/** Of two pages with the same title in one catalog, the later one replaces the former. */
function place(tree: MadeFolder, path: string, { page_title, page_content, s_number }: GivenPage): void {
  // The latter only in version 2.
  if (isEmptyInPhp(page_title) || isEmptyInPhp(page_content) || Buffer.byteLength(path) > 1000) return
  let at = tree
  for (const part of path.split('/').map((name) => name.trim())) {
    if (isEmptyInPhp(part)) continue
    const below = at.below.get(part) ?? { pages: new Map(), below: new Map() }
    at.below.set(part, below)
    at = below
  }
  if (at.pages instanceof Map)
    at.pages.set(shown(page_title), { content: shown(page_content), order: Number.parseInt(s_number, 10) })
}

function folderOf({ pages, below }: MadeFolder): FolderInShowdoc {
  const list = pages instanceof Map ? Array.from(pages, ([title, rest]) => ({ title, ...rest })) : pages
  return {
    pages: list.toSorted((a, b) => a.order - b.order).map(({ title, content }) => ({ title, content })),
    catalogs: Array.from(below, ([name, folder]) => ({ name: decoded(name), ...folderOf(folder) })),
  }
}

async function entriesOf(zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const opened = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(zip, { lazyEntries: true }, (error, file) => (file ? resolve(file) : reject(error))),
  )
  const entries = new Map<string, Buffer>()
  for await (const entry of opened.eachEntry()) {
    entries.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  }
  return entries
}

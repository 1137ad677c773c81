import { addressOf } from '../attachment/attachment.ts'
import { formerFiles } from '../attachment/former-address.ts'
import { savedNameOf } from '../attachment/file-type.ts'
import { readFile } from '../attachment/read-file.ts'
import type { Context } from '../context.ts'
import { decoded } from '../decoded.ts'
import { visibilityOf } from '../item/item.ts'
import type { Menu, MenuCatalog } from '../item/menu.ts'
import { articleOf, kindOf, markdownOf } from '../page/content.ts'
import type { Page, PageHead } from '../page/page.ts'
import type { FileOfPage } from '../ports/attachments.ts'
import type { TaskProgress } from '../task/task.ts'
import type { ExportedCatalog, ExportedFile, ExportedHead, ExportedPage, ExportSource } from './export-formats.ts'
import { openPart, type OpenedPart, type PartWishes } from './open-part.ts'
import { pageIdAt } from './page-address.ts'
import { threadsOf } from './thread-sources.ts'

/** How many pages with their texts are in memory at once. */
const BATCH = 100

/** A page in the tree, with the catalogs above it. */
interface Leaf {
  readonly head: PageHead
  readonly path: readonly string[]
}

/** Hooks for following an export. */
export interface SourceTools {
  /** Called for each page as it is read. */
  progress(progress: TaskProgress): void
  /** Fires at the end of the export. */
  readonly signal: AbortSignal
  /** The address of the site in the request, which texts may contain; '' when unknown. */
  readonly siteUrl: string
}

export function sourceOf(ctx: Context, wishes: PartWishes, opened: OpenedPart, tools: SourceTools): ExportSource {
  const { item, part, title } = opened
  const leaves = leavesOf(opened)
  const ids = new Set(leaves.map(({ head }) => head.id))
  const { id, name, description, type, globalParams } = item
  return {
    item: { id, name, description, type, globalParams, visibility: visibilityOf(item) },
    part,
    title,
    pages: opened.pages.map(headOf),
    catalogs: opened.catalogs.map(catalogOf),
    pageCount: leaves.length,
    read: () => pagesOf(ctx, wishes, opened, tools),
    async pageIdAt(address) {
      const pageId = await pageIdAt(ctx, item, tools.siteUrl, address)
      return pageId !== null && ids.has(pageId) ? pageId : null
    },
    async formerFileAt(path) {
      const former = await formerFiles(ctx.store).byKey(decoded(path).replaceAll(/\/{2,}/g, '/'))
      return former && addressOf(former.data)
    },
  }
}

async function* pagesOf(
  ctx: Context,
  wishes: PartWishes,
  begun: OpenedPart,
  tools: SourceTools,
): AsyncIterable<ExportedPage> {
  const leaves = leavesOf(begun)
  let opened = begun
  let done = 0
  for (let from = 0; from < leaves.length; from += BATCH) {
    // Checked again for each batch: pages the caller has lost access to, or that were moved away, are skipped.
    opened = await openPart(ctx, wishes, opened)
    const batch = leaves.slice(from, from + BATCH)
    const there = opened === begun ? null : new Set(leavesOf(opened).map(({ head }) => head.id))
    const wanted = batch.filter(({ head }) => there?.has(head.id) ?? true)
    for (const page of await batchOf(ctx, opened, wanted, tools)) {
      tools.progress({ done, of: leaves.length, what: page.title })
      yield page
      done += 1
    }
  }
  tools.progress({ done: leaves.length, of: leaves.length, what: '' })
}

async function batchOf(
  ctx: Context,
  opened: OpenedPart,
  leaves: readonly Leaf[],
  { signal }: SourceTools,
): Promise<readonly ExportedPage[]> {
  const ids = leaves.map(({ head }) => head.id)
  const [pages, files] = await Promise.all([
    ctx.store.pages.byIds(opened.item.id, ids),
    ctx.store.attachments.usedBy(opened.item.id, ids),
  ])
  const authors = await ctx.store.users.byIds([...new Set(pages.map(({ authorId }) => authorId))])
  const nameOf = new Map(authors.map(({ id, username }) => [id, username]))
  const byId = new Map(pages.map((page) => [page.id, page]))
  const filesOf = Map.groupBy(files, ({ pageId }) => pageId)
  const given = leaves.flatMap(({ head, path }) => {
    const page = byId.get(head.id)
    return page ? { page, path } : []
  })
  return Promise.all(
    given.map(({ page, path }) =>
      exportedPage(ctx, opened, page, {
        path,
        author: nameOf.get(page.authorId) ?? '',
        files: (filesOf.get(page.id) ?? []).map((file) => fileOf(ctx, file, signal)),
      }),
    ),
  )
}

async function exportedPage(
  ctx: Context,
  { item }: OpenedPart,
  { id, title, content, savedAt }: Page,
  rest: Pick<ExportedPage, 'path' | 'author' | 'files'>,
): Promise<ExportedPage> {
  const { services, session } = ctx
  const kind = await kindOf(services, item.type, content)
  return {
    ...rest,
    id,
    title,
    content,
    kind: kind.id,
    savedAt,
    markdown: () =>
      markdownOf(services, kind, content, { language: session.language, globalParams: item.globalParams }),
    async article() {
      const { html, headings } = await articleOf(ctx, item, content, 'long')
      return { html, headings }
    },
    threads: () => threadsOf(ctx, id),
  }
}

function fileOf(ctx: Context, file: FileOfPage, signal: AbortSignal): ExportedFile {
  const { mediaType, bytes, isAttached } = file
  return {
    name: savedNameOf(file),
    mediaType,
    bytes,
    address: addressOf(file),
    isAttached,
    async read() {
      const content = await readFile(ctx, file)
      return content && begun(content, signal)
    },
  }
}

/**
 * A file whose beginning has been read: an error of its storage is thrown to whoever reads on, if anybody does. It is
 * closed when reading stops, at the latest at the end of the export.
 */
async function begun(content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const pieces = content[Symbol.asyncIterator]()
  const first = await pieces.next()
  const close = (): void => void Promise.resolve(pieces.return?.()).catch(() => undefined)
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await pieces.next()) yield next.value
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  })()
}

const headOf = ({ id, title }: PageHead): ExportedHead => ({ id, title })
const catalogOf = ({ id, name, pages, catalogs }: MenuCatalog): ExportedCatalog => ({
  id,
  name,
  pages: pages.map(headOf),
  catalogs: catalogs.map(catalogOf),
})

const leavesOf = ({ pages, catalogs }: Menu, path: readonly string[] = []): readonly Leaf[] => [
  ...pages.map((head) => ({ head, path })),
  ...catalogs.flatMap((catalog) => leavesOf(catalog, [...path, catalog.name])),
]

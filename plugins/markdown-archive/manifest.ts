import { z } from 'zod'

/** The file of an archive that describes the others. */
export const MANIFEST = 'octavo.json'
/** The folder for the files of pages. */
export const FILES = 'files'
export const FORMAT = 'octavo-markdown'

const Page = z.object({
  /** The same in every archive of the item. */
  id: z.string().min(1).max(500),
  title: z.string(),
  /** Its path in the archive. */
  file: z.string(),
  /** Paths of its attachments. */
  attached: z.array(z.string()).default([]),
})
const Catalog = z.object({
  name: z.string(),
  pages: z.array(Page),
  get catalogs(): z.ZodArray<typeof Catalog> {
    return z.array(Catalog)
  },
})

const Rows = z.array(z.unknown()).readonly()
const Item = z.object({
  name: z.string(),
  description: z.string(),
  // Archives of earlier versions lack what follows: they were brought in as regular items, and open ones.
  type: z.enum(['regular', 'single', 'runapi', 'table']).catch('regular'),
  visibility: z.enum(['open', 'password', 'members']).default('open').catch('members'),
  /** The parameters of all calls: rows that are checked when they are taken. */
  globalParams: z.object({ query: Rows, body: Rows, header: Rows }).optional().catch(undefined),
})

/** The content of an archive: pages before catalogs, in their order. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  item: Item,
  pages: z.array(Page),
  catalogs: z.array(Catalog),
  /** Files that pages use. Texts refer to them by their path, relative to the page's own folder. */
  files: z.array(z.object({ path: z.string(), name: z.string() })),
})
export type Manifest = z.output<typeof Manifest>
export type ManifestCatalog = z.output<typeof Catalog>
export type ManifestPage = z.output<typeof Page>

import { z } from 'zod'
import { contribute, definePlugin, exportFormats, type ExportFormat, type ExportSource } from '#core/plugin.ts'

const written = (text: string): Uint8Array => new TextEncoder().encode(text)

async function* listing(source: ExportSource, { options }: Parameters<ExportFormat['write']>[1]) {
  yield written(`# ${source.title} (${source.pageCount})\n`)
  for await (const page of source.read()) {
    const files = page.files.map(({ name, isAttached }) => ` [${name}${isAttached ? '' : ' in the text'}]`)
    yield written(`${[...page.path, page.title].join(' / ')}: ${await page.markdown()}${files.join('')}\n`)
    if (options['withFiles'] === true) for (const file of page.files) yield* (await file.read()) ?? []
  }
}

/** Lists the pages with their texts, for tests. */
export const listingFormat: ExportFormat = {
  id: 'listing',
  title: { en: 'Listing', 'zh-cn': '清单' },
  extension: 'txt',
  mediaType: 'text/plain',
  options: {
    schema: z.object({ withFiles: z.boolean().default(false) }),
    texts: { en: { withFiles: { label: 'With files' } }, 'zh-cn': { withFiles: { label: '包含文件' } } },
  },
  write: listing,
}

export const listingPlugin = definePlugin({
  id: 'listing',
  apiVersion: 2,
  summary: 'Exports pages as a list.',
  contributes: [contribute(exportFormats, listingFormat)],
})

import { Readable } from 'node:stream'
import { coreOperations } from '#core/operations.ts'
import { perform } from '#core/perform.ts'
import type { SamplePlace } from './sample-calls.ts'
import type { DemoCatalog, DemoPage } from './sample-items.ts'

/** Such an item has exactly one page, which already exists. */
export async function fillSheets(place: SamplePlace, sheets: string): Promise<void> {
  const { application, caller, itemId } = place
  const { product } = application
  const { menu } = await perform(product, coreOperations.item.info, caller, { itemId: String(itemId) })
  for (const { pageId, pageTitle } of menu.pages)
    await perform(product, coreOperations.page.save, caller, { pageId, itemId, pageTitle, pageContent: sheets })
}

/** The page ids by file name. */
export async function addCatalogs(
  place: SamplePlace,
  catalogs: readonly DemoCatalog[],
): Promise<ReadonlyMap<string, number>> {
  const { application, caller, itemId } = place
  const { product } = application
  const pageIds = new Map<string, number>()
  for (const [index, catalog] of catalogs.entries()) {
    const saved = await perform(product, coreOperations.catalog.save, caller, {
      ...{ itemId, parentId: 0, catalogName: catalog.name, order: index + 1 },
    })
    const positions: Record<string, number> = {}
    for (const [position, sample] of catalog.pages.entries()) {
      const { file, title } = sample
      const pageContent = await withPictures(place, sample)
      const page = { pageId: 0, itemId, catalogId: saved.catalogId, pageTitle: title, pageContent }
      const { pageId } = await perform(product, coreOperations.page.save, caller, page)
      positions[pageId] = position + 1
      pageIds.set(file, pageId)
    }
    await perform(product, coreOperations.page.setOrder, caller, { itemId, pages: positions })
  }
  return pageIds
}

/** The text of a page, with the final addresses of its pictures. */
async function withPictures(
  { application: { product }, caller }: SamplePlace,
  { content, pictures }: DemoPage,
): Promise<string> {
  let text = content
  for (const { name, address, bytes } of pictures) {
    const image = await product.services.incoming.receive(name, Readable.from([bytes]), bytes.length + 1)
    const { url } = await perform(product, coreOperations.attachment.uploadImage, caller, { image })
    text = text.replaceAll(`](${address})`, `](${url})`)
  }
  return text
}

import type { Language } from '#core/language.ts'
import type { SampleCatalog, SampleItem, Samples, SampleWish } from '#core/ports/samples.ts'
import { sampleItems, type DemoCatalog, type DemoItem, type SampleCall } from './sample-items.ts'

/**
 * The items of the demo in one language, for whoever wants a copy; the first one begins with how to write here. Their
 * pages name no files.
 */
export class OwnSamples implements Samples {
  async itemsIn(language: Language): Promise<readonly SampleItem[]> {
    const items = await sampleItems(language)
    const [beginning] = items.filter(({ isGuide }) => isGuide).flatMap((guide) => catalogsOf(guide))
    return items
      .filter(({ isGuide }) => !isGuide)
      .map((item, at) => {
        const { name, description, sheets, calls } = item
        const catalogs = catalogsOf(item)
        return {
          ...{ name, description, sheets },
          catalogs: at === 0 && beginning ? [beginning, ...catalogs] : catalogs,
          wishes: wishesOf(calls.filter(({ page }) => page === undefined)),
        }
      })
  }
}

const catalogsOf = ({ catalogs, calls }: DemoItem): readonly SampleCatalog[] =>
  catalogs.map((catalog) => ownCatalog(catalog, calls))

const ownCatalog = ({ name, pages }: DemoCatalog, calls: readonly SampleCall[]): SampleCatalog => ({
  name,
  pages: pages.map(({ file, title, content }) => ({
    ...{ title, content },
    wishes: wishesOf(calls.filter(({ page }) => page === file)),
  })),
})

const wishesOf = (calls: readonly SampleCall[]): readonly SampleWish[] =>
  calls.map(({ operation, input }) => ({ name: operation, input }))

import type { Language } from '#core/language.ts'
import type { SampleItem, Samples } from '#core/ports/samples.ts'
import { sampleItems } from './sample-items.ts'

/** The items of the demo in one language, for whoever wants a copy. Their pages name no files. */
export class OwnSamples implements Samples {
  async itemsIn(language: Language): Promise<readonly SampleItem[]> {
    const items = (await sampleItems(language)).filter(({ isGuide }) => !isGuide)
    return items.map(({ name, description, sheets, catalogs: [inLanguage] }) => ({
      ...{ name, description, sheets },
      catalogs: (inLanguage?.catalogs ?? []).map(({ name: catalogName, pages }) => ({
        name: catalogName,
        pages: pages.map(({ title, content }) => ({ title, content })),
      })),
    }))
  }
}

import { describedCall, type DescribedCall } from '#plugins/api-document/api.ts'
import type { ExportedPage, ExportSource, ExportTools } from '#core/plugin.ts'
import type { LeftOut } from './left-out.ts'

export interface ApiPage {
  readonly id: number
  readonly title: string
  /** The names of its catalogs. */
  readonly path: readonly string[]
  /** Including the common parameters of the item. */
  readonly document: DescribedCall['document']
  readonly scripts: DescribedCall['scripts']
}

/**
 * The pages that describe calls; null for every other page, as a sign of progress. @param takes whether the file has a
 * place for a page that describes none
 */
export async function* apiPagesOf(
  source: ExportSource,
  { signal }: Pick<ExportTools, 'signal'>,
  leftOut: LeftOut,
  takes: (page: Pick<ExportedPage, 'title' | 'content'>) => boolean = () => false,
): AsyncGenerator<ApiPage | null, void> {
  for await (const { id, title, path, content } of source.read()) {
    signal.throwIfAborted()
    const call = describedCall(content, source.item.globalParams)
    if (!call) {
      if (!takes({ title, content })) leftOut.addPage()
      yield null
      continue
    }
    const { document, isWhole, scripts } = call
    if (!isWhole) leftOut.add('broken', title)
    if (document.url === '') {
      leftOut.add('noAddress', title)
      yield null
    } else yield { id, title, path, document, scripts }
  }
}

const SIGN = new Uint8Array()
/** A sign that the file is still being created. */
export const stillAtWork = (): Uint8Array => SIGN

/** The file's statement about itself. */
export const aboutFile = (
  { part, item }: ExportSource,
  { language }: Pick<ExportTools, 'language'>,
  leftOut: LeftOut,
): string =>
  [part === 'item' ? item.description.trim() : '', leftOut.text(language)].filter((text) => text !== '').join('\n\n')

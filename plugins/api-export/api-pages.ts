import { describedCall, type DescribedCall } from '#plugins/api-document/api.ts'
import type { ExportSource, ExportTools } from '#core/plugin.ts'
import type { LeftOut } from './left-out.ts'

export interface ApiPage {
  readonly id: number
  readonly title: string
  /** The names of the catalogs it lies in. */
  readonly path: readonly string[]
  /** With the parameters that all calls of the item have. */
  readonly document: DescribedCall['document']
  readonly scripts: DescribedCall['scripts']
}

/** The pages that describe calls; null for each other, which says that the work goes on. */
export async function* apiPagesOf(
  source: ExportSource,
  { signal }: Pick<ExportTools, 'signal'>,
  leftOut: LeftOut,
): AsyncGenerator<ApiPage | null, void> {
  for await (const { id, title, path, content } of source.read()) {
    signal.throwIfAborted()
    const call = describedCall(content, source.item.globalParams)
    if (!call) {
      leftOut.addPage()
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
/** What says that a file is still being made. */
export const stillAtWork = (): Uint8Array => SIGN

/** What the file says of itself. */
export const aboutFile = (
  { part, item }: ExportSource,
  { language }: Pick<ExportTools, 'language'>,
  leftOut: LeftOut,
): string =>
  [part === 'item' ? item.description.trim() : '', leftOut.text(language)].filter((text) => text !== '').join('\n\n')

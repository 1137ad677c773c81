import { SiteWatermark, Watermark } from '#web/watermark/watermark.tsx'
import { BackToTop } from './back-to-top.tsx'
import { ContentsSheet } from './contents-sheet.tsx'

export interface ReaderExtrasProps {
  /** Undefined when there is no item: then the site setting is used. */
  readonly hasWatermark: boolean | undefined
}

/** Additions to a page, loaded once it can be read. */
export const ReaderExtras = ({ hasWatermark }: ReaderExtrasProps) => (
  <>
    <BackToTop />
    <ContentsSheet />
    {hasWatermark === undefined ? <SiteWatermark /> : hasWatermark && <Watermark />}
  </>
)

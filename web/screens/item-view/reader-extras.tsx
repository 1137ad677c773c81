import { SiteWatermark, Watermark } from '#web/watermark/watermark.tsx'
import { BackToTop } from './back-to-top.tsx'
import { ContentsSheet } from './contents-sheet.tsx'

export interface ReaderExtrasProps {
  /** Undefined where no item says it: then the site is asked. */
  readonly hasWatermark: boolean | undefined
}

/** What comes to a page once it can be read. */
export const ReaderExtras = ({ hasWatermark }: ReaderExtrasProps) => (
  <>
    <BackToTop />
    <ContentsSheet />
    {hasWatermark === undefined ? <SiteWatermark /> : hasWatermark && <Watermark />}
  </>
)

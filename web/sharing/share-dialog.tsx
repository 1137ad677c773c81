import './share-dialog.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/parts/dialog.tsx'
import type { PageArticle } from '#web/article/shown-page.ts'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/api/api-types.ts'
import { PageLink } from './page-link.tsx'
import { ShareAddress } from './share-address.tsx'
import { atSite, wholeAddress } from '#web/site-path.ts'

/** Pixels per module of the QR code (spec §7). */
const QR_SIZE = 3

export interface ShareDialogProps {
  readonly info: Pick<AnswerOf<CoreOperations['item']['info']>, 'itemId' | 'itemDomain' | 'isPrivate'>
  readonly page: PageArticle | null
  readonly itemPath: string
  readonly onClose: () => void
}

/** The addresses of the item and the page, as text and as QR codes for phones, and the link to the single page. */
export function ShareDialog({ info, page, itemPath, onClose }: ShareDialogProps) {
  const { t } = useTranslation('sharing')
  const [shown, setShown] = useState<'item' | 'page' | 'link'>('item')
  const addresses = {
    item: wholeAddress(`/${info.itemDomain === '' ? info.itemId : info.itemDomain}`),
    page: page && wholeAddress(`${itemPath}/${page.pageId}`),
    link: page && page.uniqueKey !== '' ? wholeAddress(`/p/${page.uniqueKey}`) : null,
  }
  const drawn = addresses[shown] === null ? 'item' : shown
  const qrOf = (which: typeof shown) => ({ isDrawn: drawn === which, onDraw: () => setShown(which) })
  const isLinkOffered = page !== null && (page.canEdit || page.uniqueKey !== '')
  return (
    <Dialog size="wide" title={t('title')} onClose={onClose}>
      <div className="share">
        <div>
          <ShareAddress label={t('item')} address={addresses.item} {...qrOf('item')} />
          {addresses.page !== null && <ShareAddress label={t('page')} address={addresses.page} {...qrOf('page')} />}
          {info.isPrivate && <p className="share-note">{t('private')}</p>}
          {isLinkOffered && <PageLink page={page} address={addresses.link} {...qrOf('link')} />}
        </div>
        <img
          src={atSite(`/api/common/qrcode?size=${QR_SIZE}&url=${encodeURIComponent(addresses[drawn] ?? '')}`)}
          width={132}
          height={132}
          alt={t(`qrCodeOf.${drawn}`)}
        />
      </div>
    </Dialog>
  )
}

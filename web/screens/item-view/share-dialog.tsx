import './dialogs.css'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import type { ItemInfo, PageArticle } from './menu-nodes.ts'

/** Pixels for each module of the QR code (spec §7). */
const QR_SIZE = 3

export interface ShareDialogProps {
  readonly info: ItemInfo
  readonly page: PageArticle | null
  readonly itemPath: string
  readonly onClose: () => void
}

/** The addresses of the item and the page, to copy and as a picture for phones. */
export function ShareDialog({ info, page, itemPath, onClose }: ShareDialogProps) {
  const { t } = useTranslation('reader')
  const itemAddress = `${location.origin}/${info.itemDomain === '' ? info.itemId : info.itemDomain}`
  const pageAddress = page && `${location.origin}${itemPath}/${page.pageId}`
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <div className="share">
        <div>
          <Address label={t('share.item')} address={itemAddress} />
          {pageAddress && <Address label={t('share.page')} address={pageAddress} />}
          {info.isPrivate && <p className="share-note">{t('share.private')}</p>}
        </div>
        <img
          src={`/api/common/qrcode?size=${QR_SIZE}&url=${encodeURIComponent(itemAddress)}`}
          width={132}
          height={132}
          alt={t('share.qrCode')}
        />
      </div>
    </Dialog>
  )
}

interface AddressProps {
  readonly label: string
  readonly address: string
}

function Address({ label, address }: AddressProps) {
  const { t } = useTranslation('reader')
  const copy = useCopy()
  return (
    <label className="share-address">
      <span>{label}</span>
      <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <Button onClick={() => copy(address)}>{t('share.copy')}</Button>
    </label>
  )
}

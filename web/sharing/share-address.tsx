import { QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { useCopy } from '#web/parts/use-copy.ts'

export interface ShareAddressProps {
  readonly label: string
  readonly address: string
  /** Whether the displayed QR code is for this address. */
  readonly isDrawn: boolean
  readonly onDraw: () => void
}

/** An address to copy, or to show as a QR code. */
export function ShareAddress({ label, address, isDrawn, onDraw }: ShareAddressProps) {
  const { t } = useTranslation('sharing')
  const copy = useCopy()
  return (
    <div className="share-address" role="group" aria-label={label}>
      <span aria-hidden>{label}</span>
      <input readOnly aria-label={label} value={address} onFocus={(event) => event.currentTarget.select()} />
      <Button onClick={() => copy(address)}>{t('copy')}</Button>
      <IconButton label={t('draw')} aria-pressed={isDrawn} onClick={onDraw}>
        <QrCode />
      </IconButton>
    </div>
  )
}

import { Copy, RefreshCw } from 'lucide-react'
import { IconButton } from '#web/parts/icon-button.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import { wholeAddress } from '#web/site-path.ts'
import { isPattern } from '../path-pattern.ts'
import type { KeptMock } from './mock-api.ts'
import { useMockText } from './texts.ts'

export interface MockAddressProps {
  readonly itemId: number
  readonly kept: KeptMock
  /** A new key is wanted; left out where it cannot be changed. */
  readonly onReset?: () => void
}

/** The address of the mock (MOCK-03); for a private item with the key for programs, which can be changed. */
export function MockAddress({ itemId, kept: { path, uniqueKey, isPrivate, isPathShared }, onReset }: MockAddressProps) {
  const t = useMockText()
  const copy = useCopy()
  // A pattern stands for many paths, of which none is the address.
  const shown = isPattern(path) ? '/…' : encodeURI(path)
  const address = wholeAddress(`/mock-path/${itemId}&path=${shown}${isPrivate ? `?key=${uniqueKey}` : ''}`)
  return (
    <div className="mock-address">
      <span id="mock-address">{t(isPrivate ? 'addressPrivate' : 'address')}</span>
      <code aria-labelledby="mock-address">{address}</code>
      <IconButton label={t('copy')} onClick={() => copy(address)}>
        <Copy />
      </IconButton>
      {isPrivate && onReset && (
        <IconButton label={t('reset')} onClick={onReset}>
          <RefreshCw />
        </IconButton>
      )}
      {isPattern(path) && <p className="form-text">{t('pattern')}</p>}
      {isPathShared && <p className="form-text">{t('shared')}</p>}
    </div>
  )
}

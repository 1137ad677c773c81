import { Breakable } from '#web/parts/breakable.tsx'
import { Button } from '#web/parts/button.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import { wholeAddress } from '#web/site-path.ts'
import { useOauthText } from './texts.ts'

export interface CallbackAddressProps {
  /** Below the address of the site. */
  readonly path: string
}

/** The address that people come back to, as the other site has to know it. */
export function CallbackAddress({ path }: CallbackAddressProps) {
  const t = useOauthText()
  const copy = useCopy()
  const address = wholeAddress(path)
  return (
    <div className="oauth-callback">
      <span>{t('callback')}</span>
      <code>
        <Breakable name={address} />
      </code>
      <Button look="quiet" onClick={() => copy(address)}>
        {t('callbackCopy')}
      </Button>
    </div>
  )
}

import { Fragment } from 'react'
import { Button } from '#web/parts/button.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import { wholeAddress } from '#web/site-path.ts'
import { useOauthText } from './texts.ts'

export interface CallbackAddressProps {
  /** Below the address of the site. */
  readonly path: string
}

/** The address that people come back to, as the other site has to know it. It breaks after its slashes. */
export function CallbackAddress({ path }: CallbackAddressProps) {
  const t = useOauthText()
  const copy = useCopy()
  const address = wholeAddress(path)
  return (
    <div className="oauth-callback">
      <span>{t('callback')}</span>
      <code>
        {address.split(/(?<=\w\/)/).map((part, index) => (
          // Parts may be equal, and never move.
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </code>
      <Button look="quiet" onClick={() => copy(address)}>
        {t('callbackCopy')}
      </Button>
    </div>
  )
}

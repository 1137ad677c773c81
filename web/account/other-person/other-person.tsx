import { useTranslation } from 'react-i18next'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { loginAsPath } from './login-as.ts'
import { useAreOwnWordsThere } from './own-words.ts'
import { useOtherPerson } from './use-other-person.ts'
import { atSite } from '#web/site-path.ts'

/** Shown when this window belongs to somebody who is not logged in any more, because another person is. */
export function OtherPerson() {
  const [other, forget] = useOtherPerson()
  const own = useCurrentUser()?.username
  const isSaidThere = useAreOwnWordsThere()
  if (other === null || own === undefined || isSaidThere) return null
  return <OtherPersonDialog own={own} other={other} onClose={forget} />
}

interface OtherPersonDialogProps {
  readonly own: string
  readonly other: string
  onClose(): void
}

function OtherPersonDialog({ own, other, onClose }: OtherPersonDialogProps) {
  const { t } = useTranslation('person')
  return (
    <Dialog
      title={t('title', { other })}
      onClose={onClose}
      actions={
        <>
          <a className="button" href={atSite(loginAsPath(own))}>
            {t('login', { own })}
          </a>
          <Button look="primary" onClick={() => location.reload()}>
            {t('goOn', { other })}
          </Button>
        </>
      }
    >
      <p>{t('text', { own, other })}</p>
    </Dialog>
  )
}

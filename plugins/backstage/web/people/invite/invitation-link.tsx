import { TextInput } from '@mantine/core'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import { useBackstageText } from '../../texts.ts'

export interface InvitationLinkProps {
  readonly link: string
  onClose(): void
}

/** The link of an invitation, which is only shown once. */
export function InvitationLink({ link, onClose }: InvitationLinkProps) {
  const t = useBackstageText()
  const copy = useCopy()
  return (
    <Dialog
      title={t('people.invite.linkTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('people.invite.close')}</Button>
          <Button look="primary" onClick={() => copy(link)}>
            {t('people.invite.copy')}
          </Button>
        </>
      }
    >
      <p className="form-text">{t('people.invite.linkText')}</p>
      <TextInput label={t('people.invite.link')} readOnly value={link} onFocus={({ target }) => target.select()} />
    </Dialog>
  )
}

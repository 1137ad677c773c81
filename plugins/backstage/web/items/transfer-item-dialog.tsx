import { useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { NewOwnerField } from '../new-owner/new-owner-field.tsx'
import { useNewOwner } from '../new-owner/use-new-owner.ts'
import { useBackstageText } from '../texts.ts'
import type { SiteItem } from './site-item.ts'

export interface TransferItemDialogProps {
  readonly item: SiteItem
  onClose(): void
}

/** Asks for the username of the new owner. */
export function TransferItemDialog({
  item: { itemId, itemName, username: shownOwner },
  onClose,
}: TransferItemDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const [owner, setOwner] = useState(shownOwner)
  const transfer = api.adminItem.transfer.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: ({ teams }) => {
      const names = teams.map(({ teamName }) => teamName).join(', ')
      showToast(names === '' ? t('items.transferred') : t('items.transferredWithTeams', { names }))
      onClose()
    },
    onError(error) {
      const overtaken = refusalOf(error)
      if (overtaken?.kind === 'overtaken') setOwner(String(overtaken.details['owner']))
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.adminItem.invalidate(),
  })
  const newOwner = useNewOwner(transfer, (username) => transfer.mutate({ itemId, username, seen: { owner } }))
  return (
    <FormDialog
      title={t('items.transferTitle', { name: itemName })}
      text={[t('items.transferText', { owner })]}
      action={t('items.transferAction')}
      isBusy={transfer.isPending}
      error={newOwner.otherError}
      onSubmit={newOwner.submit}
      onClose={onClose}
    >
      <NewOwnerField label={t('items.newOwner')} owner={newOwner} />
    </FormDialog>
  )
}

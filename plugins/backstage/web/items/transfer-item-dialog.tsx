import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../texts.ts'
import type { SiteItem } from './site-item.ts'

export interface TransferItemDialogProps {
  readonly item: SiteItem
  onClose(): void
}

/** Refusals that concern the typed name. */
const OF_NAME: readonly (string | null)[] = ['unknownUser', 'receiverSwitchedOff']

/** Asks for the username of the new owner. */
export function TransferItemDialog({
  item: { itemId, itemName, username: shownOwner },
  onClose,
}: TransferItemDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const [owner, setOwner] = useState(shownOwner)
  const [username, setUsername] = useState('')
  const [isTried, setTried] = useState(false)
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
  const refusal = refusalOf(transfer.error)
  const ofName = refusal && OF_NAME.includes(refusal.kind) ? refusal.message : null
  const isMissing = isTried && username.trim() === ''
  return (
    <FormDialog
      title={t('items.transferTitle', { name: itemName })}
      text={[t('items.transferText', { owner })]}
      action={t('items.transferAction')}
      isBusy={transfer.isPending}
      error={ofName === null ? transfer.error : null}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (username.trim() !== '') transfer.mutate({ itemId, username: username.trim(), seen: { owner } })
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('items.newOwner')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        error={isMissing ? t('people.usernameRequired') : ofName}
        onChange={({ currentTarget: { value } }) => {
          setUsername(value)
          if (ofName !== null) transfer.reset()
        }}
      />
    </FormDialog>
  )
}

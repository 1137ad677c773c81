import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../../texts.ts'
import type { ListedAccount } from '../listed-account.ts'
import { BelongingsList } from './belongings-list.tsx'

export interface HandOverDialogProps {
  readonly account: ListedAccount
  onClose(): void
}

/** Refusals that concern the typed name. */
const OF_NAME: readonly (string | null)[] = ['unknownUser', 'sameOwner', 'receiverSwitchedOff']

/** Shows what a person owns, and asks who gets it. */
export function HandOverDialog({ account: { userId, username }, onClose }: HandOverDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const [receiver, setReceiver] = useState('')
  const [isTried, setTried] = useState(false)
  const handOver = api.adminUser.handOver.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: ({ items, teams }) => {
      showToast(t('people.handOver.done', { items, teams, receiver: receiver.trim() }))
      onClose()
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void Promise.all([cache.adminUser.invalidate(), cache.adminItem.invalidate()]),
  })
  const refusal = refusalOf(handOver.error)
  const ofName = refusal && OF_NAME.includes(refusal.kind) ? refusal.message : null
  const isMissing = isTried && receiver.trim() === ''
  return (
    <FormDialog
      title={t('people.handOver.title', { username })}
      text={[t('people.handOver.text', { username })]}
      action={t('people.handOver.action')}
      isBusy={handOver.isPending}
      error={ofName === null ? handOver.error : null}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (receiver.trim() !== '') handOver.mutate({ userId, username: receiver.trim() })
      }}
      onClose={onClose}
    >
      <BelongingsList userId={userId} username={username} />
      <TextInput
        label={t('people.handOver.receiver')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={receiver}
        error={isMissing ? t('people.usernameRequired') : ofName}
        onChange={({ currentTarget: { value } }) => {
          setReceiver(value)
          if (ofName !== null) handOver.reset()
        }}
      />
    </FormDialog>
  )
}

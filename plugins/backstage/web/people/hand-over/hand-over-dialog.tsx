import { useEffect, useRef } from 'react'
import { api } from '#web/api/trpc.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { NewOwnerField } from '../../new-owner/new-owner-field.tsx'
import { useNewOwner } from '../../new-owner/use-new-owner.ts'
import { useBackstageText } from '../../texts.ts'
import type { ListedAccount } from '../listed-account.ts'
import { BelongingsList } from './belongings-list.tsx'
import { useBelongings } from './use-belongings.ts'

export interface HandOverDialogProps {
  readonly account: ListedAccount
  onClose(): void
}

/** Shows what a person owns, and asks who gets it, unless that is nothing. */
export function HandOverDialog({ account: { userId, username }, onClose }: HandOverDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const { owned, pages } = useBelongings(userId)
  const isNothing = owned.data?.total === 0
  const isAsked = !owned.isPending && !isNothing
  const field = useRef<HTMLInputElement>(null)
  // The list above it has a field as well, which would get the focus.
  useEffect(() => {
    if (isAsked) field.current?.focus()
  }, [isAsked])
  const handOver = api.adminUser.handOver.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: ({ items, teams, besides }, { username: receiver }) => {
      const more = besides.map((each) => t('people.comma') + t('people.counted', { ...each })).join('')
      showToast(t('people.handOver.done', { items, teams, more, receiver }))
      onClose()
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void Promise.all([cache.adminUser.invalidate(), cache.adminItem.invalidate()]),
  })
  const receiver = useNewOwner(handOver, (to) => handOver.mutate({ userId, username: to }))
  return (
    <FormDialog
      title={t('people.handOver.title', { username })}
      text={[t(isNothing ? 'people.handOver.nothing' : 'people.handOver.text', { username })]}
      action={isNothing ? null : t('people.handOver.action')}
      isBusy={handOver.isPending}
      isReady={!owned.isPending}
      error={receiver.otherError}
      onSubmit={receiver.submit}
      onClose={onClose}
    >
      {owned.isPending && <Skeleton lines={3} />}
      {owned.isLoadingError && (
        <ErrorState title={t('people.handOver.loadFailed')} error={owned.error} onRetry={() => void owned.refetch()} />
      )}
      {owned.data && !isNothing && <BelongingsList owned={owned.data} pages={pages} />}
      {isAsked && <NewOwnerField label={t('people.handOver.receiver')} owner={receiver} fieldRef={field} />}
    </FormDialog>
  )
}

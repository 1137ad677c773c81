import { MultiSelect } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { limits } from '#core/limits.ts'
import { api } from '../../api/trpc.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { useListInDialog } from '../../parts/use-list-in-dialog.ts'

export interface BindItemsDialogProps {
  readonly teamId: number
  readonly bound: readonly { readonly itemId: number }[]
  onClose(): void
}

/** Binds several items that the caller manages. */
export function BindItemsDialog({ teamId, bound, onClose }: BindItemsDialogProps) {
  const { t } = useTranslation('teams')
  const cache = api.useUtils()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isNothingChosen, setNothingChosen] = useState(false)
  const list = useListInDialog()
  const items = api.item.list.useQuery({})
  const boundIds = new Set(bound.map(({ itemId }) => itemId))
  const offered = (items.data ?? []).filter(({ itemId, canManage }) => canManage && !boundIds.has(itemId))
  const bind = api.teamItem.bind.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('items.bind.done'))
      onClose()
      await Promise.all([cache.teamItem.invalidate(), cache.team.invalidate(), cache.item.invalidate()])
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setNothingChosen(chosen.length === 0)
    if (chosen.length > 0) bind.mutate({ teamId, itemIds: chosen.map(Number) })
  }

  return (
    <FormDialog
      title={t('items.bind.title')}
      text={[t('items.bind.text')]}
      action={t('items.action.bind')}
      isBusy={bind.isPending}
      error={bind.error}
      onSubmit={send}
      onClose={onClose}
    >
      {items.isPending && <Skeleton lines={3} />}
      {items.isError && (
        <ErrorState title={t('items.bind.loadFailed')} error={items.error} onRetry={() => void items.refetch()} />
      )}
      {items.data && (
        <MultiSelect
          label={t('items.bind.field')}
          description={t('items.bind.hint')}
          searchable
          hidePickedOptions
          maxValues={limits.itemsBoundAtOnce}
          nothingFoundMessage={t('items.bind.none')}
          {...list}
          data={offered.map(({ itemId, itemName }) => ({ value: String(itemId), label: itemName }))}
          value={[...chosen]}
          onChange={setChosen}
          error={isNothingChosen && chosen.length === 0 ? t('items.bind.required') : undefined}
        />
      )}
      <p>
        <Link href="/item/add">{t('items.bind.create')}</Link>
      </p>
    </FormDialog>
  )
}

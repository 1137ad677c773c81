import { TextInput } from '@mantine/core'
import { useId, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { groupName } from '#core/item-group/item-group.ts'
import { limits } from '#core/limits.ts'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { ItemPicker } from './item-picker.tsx'
import { useGroupsChanged, type ListedGroup } from './listed-group.ts'

export interface GroupDialogProps {
  /** The group to change; without it a new one is added. */
  readonly changed?: ListedGroup
  onClose(): void
}

/** Name and items of a group. */
export function GroupDialog({ changed, onClose }: GroupDialogProps) {
  const { t } = useTranslation(['groups', 'common'])
  const formId = useId()
  const onChanged = useGroupsChanged()
  const [name, setName] = useState(changed?.groupName ?? '')
  const [itemIds, setItemIds] = useState<readonly number[]>(changed?.itemIds ?? [])
  const save = api.itemGroup.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('saved'))
      onClose()
      await onChanged()
    },
  })
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    save.mutate({ id: changed?.id ?? 0, groupName: groupName(name.trim()), itemIds: [...itemIds] })
  }

  return (
    <Dialog
      title={t(changed ? 'form.editTitle' : 'form.addTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <WaitingButton type="submit" form={formId} look="primary" isOff={save.isPending}>
            {t('form.action')}
          </WaitingButton>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={send}>
        <FormAlert error={save.error} />
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint', { name: groupName('') })}
          autoComplete="off"
          maxLength={limits.nameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ItemPicker chosenIds={itemIds} onChoose={setItemIds} />
      </form>
    </Dialog>
  )
}

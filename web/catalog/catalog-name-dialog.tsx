import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '../api/trpc.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { FormAlert } from '../parts/form-alert.tsx'
import { showToast } from '../parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import type { CatalogBranch } from './catalog-tree.ts'
import { useCatalogsChanged } from './use-catalog-tree.ts'

export interface CatalogNameDialogProps {
  readonly itemId: number
  /** The catalog to rename; without it a new one is added… */
  readonly renamed?: CatalogBranch
  /** …below this one, or at the top. */
  readonly parent?: CatalogBranch | null
  /** Called once the tree of the item has the new catalog. */
  onAdded?(catalogId: number): void
  onClose(): void
}

export function CatalogNameDialog({ itemId, renamed, parent = null, onAdded, onClose }: CatalogNameDialogProps) {
  const { t } = useTranslation(['catalog', 'common'])
  const formId = useId()
  const changed = useCatalogsChanged()
  const form = useForm({
    initialValues: { catalogName: renamed?.catalogName ?? '' },
    validate: { catalogName: (value) => (value.trim() === '' ? t('catalog.form.nameRequired') : null) },
  })
  const save = api.catalog.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: async ({ catalogId }) => {
      showToast(t('catalog.saved'))
      onClose()
      await changed(itemId)
      if (!renamed) onAdded?.(catalogId)
    },
  })
  const send = ({ catalogName }: typeof form.values) =>
    save.mutate(
      renamed
        ? { itemId, catalogId: renamed.catalogId, catalogName }
        : { itemId, catalogName, parentId: parent?.catalogId ?? 0 },
    )

  return (
    <Dialog
      title={titleOf()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <WaitingButton type="submit" form={formId} look="primary" isOff={save.isPending}>
            {t('catalog.form.action')}
          </WaitingButton>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit(send, focusFirstError(form))}>
        <FormAlert error={save.error} />
        <TextInput
          label={t('catalog.form.name')}
          autoComplete="off"
          maxLength={limits.nameLength}
          {...form.getInputProps('catalogName')}
        />
      </form>
    </Dialog>
  )

  function titleOf(): string {
    if (renamed) return t('catalog.form.renameTitle')
    return parent ? t('catalog.form.addBelowTitle', { name: parent.catalogName }) : t('catalog.form.addTitle')
  }
}

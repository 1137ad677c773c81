import './copy-catalog-dialog.css'
import { NativeSelect, Radio } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '../api/trpc.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FormAlert } from '../parts/form-alert.tsx'
import { showToast } from '../parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { WaitingSelect } from '#web/parts/waiting-choice.tsx'
import type { CatalogBranch } from './catalog-tree.ts'
import { useCatalogsChanged } from './use-catalog-tree.ts'
import { useLimitedPeople } from './use-limited-people.ts'

export interface CopyCatalogDialogProps {
  readonly itemId: number
  readonly branch: CatalogBranch
  onClose(): void
}

type Action = 'copy' | 'move'

/** Copies or moves a catalog with everything in it, within this item or to another one. */
export function CopyCatalogDialog({ itemId, branch, onClose }: CopyCatalogDialogProps) {
  const { t } = useTranslation(['catalog', 'common'])
  const formId = useId()
  const changed = useCatalogsChanged()
  const [action, setAction] = useState<Action>('copy')
  const [toItemId, setToItemId] = useState(itemId)
  const [parentId, setParentId] = useState(0)
  const count = useLimitedPeople(itemId)(branch.catalogId)
  const loss = action === 'move' && count > 0 ? lossBy(toItemId !== itemId, parentId !== 0) : null
  const copy = api.catalog.copy.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t(action === 'copy' ? 'catalog.copy.done' : 'catalog.saved'))
      onClose()
      await Promise.all([changed(itemId), changed(toItemId)])
    },
  })

  return (
    <Dialog
      title={t('catalog.copy.title', { name: branch.catalogName })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <WaitingButton type="submit" form={formId} look="primary" isOff={copy.isPending}>
            {t(action === 'copy' ? 'catalog.copy.action.copy' : 'catalog.copy.action.move')}
          </WaitingButton>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          copy.mutate({ catalogId: branch.catalogId, toItemId, toParentId: parentId, isMoved: action === 'move' })
        }}
      >
        <FormAlert error={copy.error} />
        <Radio.Group label={t('catalog.copy.mode')} value={action} onChange={setAction}>
          <div className="choice-cards">
            <Radio value="copy" label={t('catalog.copy.mode.copy')} description={t('catalog.copy.mode.copyHint')} />
            <Radio value="move" label={t('catalog.copy.mode.move')} description={t('catalog.copy.mode.moveHint')} />
          </div>
        </Radio.Group>
        <ItemSelect
          value={toItemId}
          ownItemId={itemId}
          onChange={(chosen) => {
            setToItemId(chosen)
            setParentId(0)
          }}
        />
        <ParentSelect itemId={toItemId} value={parentId} onChange={setParentId} />
        {loss && (
          <p className="catalog-warning" role="status">
            {t(`catalog.limits.${loss}`, { name: branch.catalogName, count })}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** The effect of a move on rights limited to a catalog. */
const lossBy = (isAway: boolean, isBelow: boolean): 'gone' | 'below' | null =>
  isAway ? 'gone' : isBelow ? 'below' : null

interface ItemSelectProps {
  readonly value: number
  readonly ownItemId: number
  onChange(itemId: number): void
}

function ItemSelect({ value, ownItemId, onChange }: ItemSelectProps) {
  const { t } = useTranslation('catalog')
  const items = api.item.list.useQuery({})
  // This item first, also for an administrator without a role in it.
  const others = (items.data ?? []).filter(({ itemId, canEdit, itemType }) => {
    return canEdit && itemType === 'regular' && itemId !== ownItemId
  })
  const data = [
    { value: String(ownItemId), label: t('catalog.copy.thisItem') },
    ...others.map(({ itemId, itemName }) => ({ value: String(itemId), label: itemName })),
  ]
  return (
    <NativeSelect
      label={t('catalog.copy.target')}
      data={data}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}

interface ParentSelectProps {
  readonly itemId: number
  /** 0 for the top level. */
  readonly value: number
  onChange(catalogId: number): void
}

function ParentSelect({ itemId, value, onChange }: ParentSelectProps) {
  const { t } = useTranslation('catalog')
  const names = api.catalog.listNames.useQuery({ itemId })
  const deepest = limits.topCatalogLevel + limits.catalogDepth - 1
  const parents = (names.data ?? []).filter(({ level }) => level < deepest)
  const data = [
    { value: '0', label: t('catalog.copy.top') },
    ...parents.map(({ catalogId, catalogName }) => ({ value: String(catalogId), label: catalogName })),
  ]
  return (
    <WaitingSelect
      label={t('catalog.copy.parent')}
      data={data}
      value={String(value)}
      isOff={names.isPending}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}

import './item-groups.css'
import { FolderPlus, FolderTree } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { DeleteGroupDialog } from './delete-group-dialog.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupList } from './group-list.tsx'
import type { OpenDialog } from './listed-group.ts'

/** `/item/group/index`: groups for the items in a person's list. */
export function ItemGroupsScreen() {
  const { t } = useTranslation('groups')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const groups = api.itemGroup.list.useQuery({})
  const close = () => setDialog(null)
  const addButton = (
    <Button look="primary" onClick={() => setDialog({ kind: 'add' })}>
      <FolderPlus aria-hidden />
      {t('action.add')}
    </Button>
  )

  return (
    <WorkFrame
      title={t('title')}
      width="narrow"
      back={{ href: '/item/index', label: t('back') }}
      actions={groups.data && groups.data.length > 0 && addButton}
    >
      {groups.isPending && <Skeleton lines={5} />}
      {groups.isError && (
        <ErrorState title={t('loadFailed')} error={groups.error} onRetry={() => void groups.refetch()} />
      )}
      {groups.data?.length === 0 && (
        <EmptyState icon={<FolderTree />} title={t('empty.title')} text={t('empty.text')} actions={addButton} />
      )}
      {groups.data && groups.data.length > 0 && <GroupList groups={groups.data} onOpen={setDialog} />}
      {dialog?.kind === 'add' && <GroupDialog onClose={close} />}
      {dialog?.kind === 'edit' && <GroupDialog changed={dialog.group} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteGroupDialog group={dialog.group} onClose={close} />}
    </WorkFrame>
  )
}

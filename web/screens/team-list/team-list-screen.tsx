import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { TeamDialogs, type OpenDialog } from './team-dialogs.tsx'
import { TeamTable } from './team-table.tsx'

/** `/team/index`: the teams of the logged-in person. */
export function TeamListScreen() {
  const { t } = useTranslation('teams')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const teams = api.team.list.useQuery({})
  const addButton = (
    <Button look="primary" onClick={() => setDialog({ kind: 'add' })}>
      <Plus aria-hidden />
      {t('list.action.add')}
    </Button>
  )

  return (
    <WorkFrame title={t('list.title')} actions={teams.data && teams.data.length > 0 && addButton}>
      {teams.isPending && <Skeleton lines={6} />}
      {teams.isError && (
        <ErrorState title={t('list.loadFailed')} error={teams.error} onRetry={() => void teams.refetch()} />
      )}
      {teams.data?.length === 0 && (
        <EmptyState icon={<Users />} title={t('list.empty.title')} text={t('list.empty.text')} actions={addButton} />
      )}
      {teams.data && teams.data.length > 0 && <TeamTable teams={teams.data} onOpen={setDialog} />}
      {dialog && <TeamDialogs open={dialog} onClose={() => setDialog(null)} />}
    </WorkFrame>
  )
}

import { Select, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOpenDialog } from '#web/parts/use-open-dialog.ts'
import { ListFoot } from '../../list-foot.tsx'
import { useBackstageText } from '../../texts.ts'
import { useListedPages } from '../../use-listed-pages.ts'
import { QuotaDialog } from './quota-dialog.tsx'
import { SpaceTable } from './space-table.tsx'
import { SPACE_KINDS, type SpaceKind, type UsedSpace } from './used-space.ts'

/** The space used by each person or item, with its limit. */
export function SpaceTab() {
  const t = useBackstageText()
  const pages = useListedPages()
  const [kind, setKind] = useState<SpaceKind>('person')
  const [name, setName] = useState('')
  const editing = useOpenDialog<UsedSpace>()
  const space = api.space.list.useQuery(
    { kind, name, page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  if (space.data && !space.isPlaceholderData) pages.fit(space.data.total)

  return (
    <div className="backstage-list">
      <p className="list-fact">{t('space.text')}</p>
      <div className="list-head">
        <Select
          label={t('space.of')}
          data={SPACE_KINDS.map((value) => ({ value, label: t(`space.kind.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => {
            setKind(SPACE_KINDS.find((each) => each === value) ?? 'person')
            setName('')
            pages.rewind()
          }}
        />
        <TextInput
          type="search"
          label={t(`space.search.${kind}`)}
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={({ currentTarget: { value } }) => {
            setName(value)
            pages.rewind()
          }}
        />
      </div>
      {space.isPending && <Skeleton lines={6} />}
      {space.isError && (
        <ErrorState title={t('space.loadFailed')} error={space.error} onRetry={() => void space.refetch()} />
      )}
      {space.data?.total === 0 && <EmptyState icon={<HardDrive />} title={t('space.none')} />}
      {space.data && space.data.list.length > 0 && (
        <SpaceTable kind={kind} list={space.data.list} defaults={space.data.defaults} onEdit={editing.open} />
      )}
      {space.data && <ListFoot pages={pages} total={space.data.total} />}
      {editing.about && space.data && (
        <QuotaDialog kind={kind} used={editing.about} defaults={space.data.defaults} onClose={editing.close} />
      )}
    </div>
  )
}

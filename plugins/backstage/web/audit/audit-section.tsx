import '../backstage.css'
import './audit.css'
import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { AUDIT_ACTIONS } from '#core/audit/entry.ts'
import { api } from '#web/api/trpc.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { ListFoot } from '../list-foot.tsx'
import { useBackstageText } from '../texts.ts'
import { useListedPages } from '../use-listed-pages.ts'
import { filterOf, NO_FILTER, type TypedFilter } from './audit-filter.ts'
import { AuditTable } from './audit-table.tsx'
import { useAuditFile } from './use-audit-file.ts'

const EVERYTHING = ''
/** Names are typed, and every query searches months of records. */
const PAUSE_MS = 300

/** The audit record, read-only. */
export function AuditSection() {
  const t = useBackstageText()
  const pages = useListedPages()
  const [typed, setTyped] = useState(NO_FILTER)
  const [person] = useDebouncedValue(typed.person, PAUSE_MS)
  const [address] = useDebouncedValue(typed.address, PAUSE_MS)
  const filter = filterOf({ ...typed, person, address })
  const entries = api.audit.list.useQuery(
    { ...filter, page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  const file = useAuditFile(filter)
  if (entries.data && !entries.isPlaceholderData) pages.fit(entries.data.total)
  const set = (change: Partial<TypedFilter>) => {
    setTyped({ ...typed, ...change })
    pages.rewind()
  }
  const field = (name: 'person' | 'address', label: string) => (
    <TextInput
      type="search"
      label={label}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => set({ [name]: value })}
    />
  )

  return (
    <div className="backstage-list">
      <p className="form-text">{t('audit.text')}</p>
      <div className="list-head">
        {field('person', t('audit.person'))}
        <Select
          label={t('audit.what')}
          placeholder={t('audit.everything')}
          data={[
            { value: EVERYTHING, label: t('audit.everything') },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.action.${value}`) })),
          ]}
          value={typed.action}
          searchable
          nothingFoundMessage={t('audit.noAction')}
          onChange={(chosen) => set({ action: AUDIT_ACTIONS.find((action) => action === chosen) ?? null })}
        />
        {field('address', t('audit.addressFilter'))}
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            className="audit-day"
            type="date"
            max="9999-12-30"
            label={t(`audit.${end}`)}
            value={typed[end]}
            onChange={({ currentTarget: { value } }) => set({ [end]: value })}
          />
        ))}
        <WaitingButton isOff={file.isBusy || !entries.data?.total} onClick={() => void file.save()}>
          <Download aria-hidden />
          {t('audit.file')}
        </WaitingButton>
      </div>
      <FormAlert error={file.error} />
      {entries.isPending && <Skeleton lines={6} />}
      {entries.isError && (
        <ErrorState title={t('audit.loadFailed')} error={entries.error} onRetry={() => void entries.refetch()} />
      )}
      {entries.data?.total === 0 && <EmptyState icon={<ScrollText />} title={t('audit.none')} />}
      {entries.data && entries.data.list.length > 0 && <AuditTable entries={entries.data.list} />}
      {entries.data && <ListFoot pages={pages} total={entries.data.total} />}
    </div>
  )
}

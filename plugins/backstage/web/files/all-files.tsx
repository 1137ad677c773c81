import { Select, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOpenDialog } from '#web/parts/use-open-dialog.ts'
import { sizeText } from '#web/uploads/size-text.ts'
import { ListFoot } from '../list-foot.tsx'
import { useBackstageText } from '../texts.ts'
import { useListedPages } from '../use-listed-pages.ts'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { FileTable } from './file-table.tsx'
import { StoragePlaces } from './storage-places.tsx'
import type { SiteFile } from './site-file.ts'

const KINDS = ['all', 'image', 'general'] as const

/** All files (ADMIN-50), with their storage. */
export function AllFiles() {
  const t = useBackstageText()
  const pages = useListedPages()
  const [search, setSearch] = useState({ displayName: '', username: '' })
  const [kind, setKind] = useState<(typeof KINDS)[number]>('all')
  const deleting = useOpenDialog<SiteFile>()
  const files = api.attachment.listAll.useQuery(
    { ...search, kind, page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  if (files.data && !files.isPlaceholderData) pages.fit(files.data.total)
  const field = (name: keyof typeof search) => (
    <TextInput
      type="search"
      label={t(`files.search.${name}`)}
      autoComplete="off"
      spellCheck={false}
      value={search[name]}
      onChange={({ currentTarget: { value } }) => {
        setSearch({ ...search, [name]: value })
        pages.rewind()
      }}
    />
  )

  return (
    <div className="backstage-list">
      <div className="list-head">
        {field('displayName')}
        <Select
          label={t('files.type')}
          data={KINDS.map((value) => ({ value, label: t(`files.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(chosen) => {
            setKind(KINDS.find((each) => each === chosen) ?? 'all')
            pages.rewind()
          }}
        />
        {field('username')}
        {files.data && <p className="list-fact">{t('files.used', { size: sizeText(files.data.usedM) })}</p>}
      </div>
      {files.isPending && <Skeleton lines={6} />}
      {files.isError && (
        <ErrorState title={t('files.loadFailed')} error={files.error} onRetry={() => void files.refetch()} />
      )}
      {files.data?.total === 0 && <EmptyState icon={<Paperclip />} title={t('files.none')} />}
      {files.data && files.data.list.length > 0 && <FileTable files={files.data.list} onDelete={deleting.open} />}
      {files.data && <ListFoot pages={pages} total={files.data.total} />}
      <StoragePlaces />
      {deleting.about && <DeleteFileDialog file={deleting.about} onClose={deleting.close} />}
    </div>
  )
}

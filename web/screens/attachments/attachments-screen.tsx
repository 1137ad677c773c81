import './attachments.css'
import { Select, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { CloudUpload, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect } from 'wouter'
import { loginPath, refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { sizeText } from '../../uploads/size-text.ts'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { FileTable, type OwnFile } from './file-table.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const PER_PAGE = 6
const KINDS = ['all', 'image', 'general'] as const
type Kind = (typeof KINDS)[number]

/** `/attachment/index`: the user's own files (ATT-22). */
export function AttachmentsScreen() {
  const { t } = useTranslation('files')
  const [page, setPage] = useState(1)
  const [displayName, setName] = useState('')
  const [kind, setKind] = useState<Kind>('all')
  const [isUploading, setUploading] = useState(false)
  const [doomed, setDoomed] = useState<OwnFile | null>(null)
  const files = api.attachment.listMine.useQuery(
    { page, count: PER_PAGE, displayName, kind },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  const isFiltered = displayName !== '' || kind !== 'all'
  const uploadButton = (
    <Button look="primary" onClick={() => setUploading(true)}>
      <CloudUpload aria-hidden />
      {t('upload.action')}
    </Button>
  )
  const lastPage = Math.max(1, Math.ceil((files.data?.total ?? 0) / PER_PAGE))
  // The last file of the last page was deleted.
  if (files.data && !files.isPlaceholderData && page > lastPage) setPage(lastPage)

  if (refusalOf(files.error)?.kind === 'loginRequired') return <Redirect replace to={loginPath()} />
  return (
    <WorkFrame title={t('list.title')} back={{ href: '/item/index', label: t('list.back') }} actions={uploadButton}>
      <div className="file-filters">
        <TextInput
          label={t('filter.name')}
          value={displayName}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setPage(1)
          }}
        />
        <Select
          label={t('filter.type')}
          data={KINDS.map((value) => ({ value, label: t(`filter.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => {
            setKind(KINDS.find((each) => each === value) ?? 'all')
            setPage(1)
          }}
        />
        {files.data && (
          <p className="file-space">
            <span>{t('list.used', { size: sizeText(files.data.usedM) })}</span>
            <span>{t('list.traffic', { size: sizeText(files.data.usedFlowM) })}</span>
          </p>
        )}
      </div>
      {files.isPending && <Skeleton lines={6} />}
      {files.isError && (
        <ErrorState title={t('list.failed')} error={files.error} onRetry={() => void files.refetch()} />
      )}
      {files.data?.total === 0 && (
        <EmptyState
          icon={<Paperclip />}
          title={t(isFiltered ? 'list.nothingFound' : 'list.emptyTitle')}
          text={isFiltered ? undefined : t('list.emptyText')}
        />
      )}
      {files.data && files.data.list.length > 0 && <FileTable files={files.data.list} onDelete={setDoomed} />}
      {files.data && <Pager page={page} total={files.data.total} perPage={PER_PAGE} onChange={setPage} />}
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
      {doomed && <DeleteFileDialog file={doomed} onClose={() => setDoomed(null)} />}
    </WorkFrame>
  )
}

import './item-access.css'
import { Archive, Bot, Globe, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import type { accessOperations } from '#core/rights/operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { PeopleList } from './people-list.tsx'

type ItemAccess = AnswerOf<typeof accessOperations.ofItem>

/** `/item/access/:itemId`: who may do what in an item and why, for its managers. */
export function ItemAccessScreen() {
  const { t } = useTranslation('access')
  const itemId = Number(useParams<{ itemId: string }>().itemId)
  const access = api.access.ofItem.useQuery({ itemId })

  return (
    <WorkFrame
      title={t('title')}
      place={access.data?.itemName}
      back={{ href: `/item/setting/${itemId}/members`, label: t('back') }}
    >
      {access.isPending && <Skeleton lines={8} />}
      {access.isError && refusalOf(access.error)?.kind !== 'loginRequired' && (
        <ErrorState title={t('loadFailed')} error={access.error} onRetry={() => void access.refetch()} />
      )}
      {access.data && (
        <>
          <Notes item={access.data} />
          <PeopleList itemId={itemId} people={access.data.people} />
        </>
      )}
    </WorkFrame>
  )
}

const READERS = { open: 'open', password: 'private', members: 'members' } as const

function Notes({ item }: { readonly item: Pick<ItemAccess, 'visibility' | 'isArchived' | 'isUntouchable'> }) {
  const { t } = useTranslation('access')
  return (
    <div className="access-notes">
      <Note icon={item.visibility === 'open' ? <Globe aria-hidden /> : <Lock aria-hidden />}>
        {t(READERS[item.visibility])}
      </Note>
      {item.isArchived && <Note icon={<Archive aria-hidden />}>{t('archived')}</Note>}
      {item.isUntouchable && <Note icon={<Bot aria-hidden />}>{t('untouchable')}</Note>}
    </div>
  )
}

const Note = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <p className="access-note">
    {icon}
    {children}
  </p>
)

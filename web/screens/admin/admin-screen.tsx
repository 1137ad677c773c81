import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Redirect, useParams } from 'wouter'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { NoticeScreen } from '../../parts/notice-screen.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { AdminConsole } from './admin-console.tsx'

/** `/admin/index`, for site administrators; `/admin/:tab` opens a section. Other people are redirected (D56). */
export function AdminScreen() {
  const { t } = useTranslation('admin')
  const { tab } = useParams<{ tab?: string }>()
  const me = api.account.me.useQuery({})

  if (me.isLoadingError && refusalOf(me.error)?.kind !== 'loginRequired')
    return (
      <main className="screen">
        <ErrorState title={t('loadFailed')} error={me.error} onRetry={() => void me.refetch()} />
      </main>
    )
  if (!me.data) return <ScreenSkeleton />
  if (me.data.isSecondFactorDue)
    return (
      <NoticeScreen
        icon={<ShieldAlert />}
        title={t('secondFactorDue.title')}
        text={t('secondFactorDue.text')}
        link={{ href: '/user/setting', label: t('secondFactorDue.action') }}
      />
    )
  if (me.data.siteRole === 'admin') return <AdminConsole wanted={tab ?? null} />
  return <Redirect replace to="/item/index" />
}

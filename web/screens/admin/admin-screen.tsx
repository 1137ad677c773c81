import { ShieldAlert, ShieldOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Redirect, useParams } from 'wouter'
import { refusalOf } from '../../api/errors.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { NoticeScreen } from '../../parts/notice-screen.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { AdminConsole } from './admin-console.tsx'
import { useRoleHere } from './use-role-here.ts'

/**
 * `/admin/index`, for site administrators; `/admin/:tab` opens a section. Other people are redirected (D56); those who
 * are no longer administrators are told so.
 */
export function AdminScreen() {
  const { t } = useTranslation(['admin', 'common'])
  const { tab } = useParams<{ tab?: string }>()
  const { me, hasLeft } = useRoleHere()

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
  if (hasLeft)
    return (
      <NoticeScreen
        icon={<ShieldOff />}
        title={t('ended.title')}
        text={t('ended.text')}
        link={{ href: '/item/index', label: t('common:nav.myItems') }}
      />
    )
  return <Redirect replace to="/item/index" />
}

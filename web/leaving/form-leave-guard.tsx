import { useTranslation } from 'react-i18next'
import { LeaveGuard, type LeaveGuardProps } from './leave-guard.tsx'

/** Asks before a form is left whose changes are nowhere kept. */
export function FormLeaveGuard(props: Pick<LeaveGuardProps, 'isUnsaved' | 'isKeptAt'>) {
  const { t } = useTranslation('editor')
  return <LeaveGuard {...props} text={t('leave.lost')} />
}

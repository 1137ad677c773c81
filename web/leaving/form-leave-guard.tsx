import { useTranslation } from 'react-i18next'
import { LeaveGuard, type LeaveGuardProps } from './leave-guard.tsx'

/** Asks before a form is left whose changes are nowhere kept. */
export function FormLeaveGuard(props: Pick<LeaveGuardProps, 'isUnsaved' | 'isKeptAt'>) {
  // The question waits for its texts; the screen below must not.
  const { t, ready } = useTranslation('editor', { useSuspense: false })
  return <LeaveGuard {...props} text={ready ? t('leave.lost') : ''} />
}

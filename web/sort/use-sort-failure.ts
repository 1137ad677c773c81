import { useTranslation } from 'react-i18next'
import { refusalOf } from '../api/errors.ts'

/** When an order could not be saved: shows an error, then the server's state (spec §8). */
export function useSortFailure(): (error: unknown) => void {
  const { t } = useTranslation()
  return (error) => {
    const reason = refusalOf(error)?.message ?? t('error.connection')
    alert(t('error.sort', { reason }))
    location.reload()
  }
}

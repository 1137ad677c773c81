import { useTranslation } from 'react-i18next'
import { refusalOf } from '../api/errors.ts'

/** What happens when an order could not be saved: it is said, then the page shows what the server has (spec §8). */
export function useSortFailure(): (error: unknown) => void {
  const { t } = useTranslation()
  return (error) => {
    const reason = refusalOf(error)?.message ?? t('error.connection')
    alert(t('error.sort', { reason }))
    location.reload()
  }
}

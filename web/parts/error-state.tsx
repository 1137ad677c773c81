import './state.css'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../api/errors.ts'
import { Button } from './button.tsx'

export interface ErrorStateProps {
  /** Left out where the heading above says it. */
  readonly title?: string
  /** As returned by the query. */
  readonly error: unknown
  readonly onRetry?: () => void
}

/** An error in place of content, with a button to try again. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <div className="error-state" role="alert">
      {title && <strong>{title}</strong>}
      <p>{refusalOf(error)?.message ?? t('error.connection')}</p>
      {onRetry && <Button onClick={onRetry}>{t('action.retry')}</Button>}
    </div>
  )
}

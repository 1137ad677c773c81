import './state.css'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../api/errors.ts'
import { Button } from './button.tsx'

export interface ErrorStateProps {
  /** Left out where the heading above says it. */
  readonly title?: string
  /** As the query gave it. */
  readonly error: unknown
  readonly onRetry?: () => void
}

/** A failure where the content would be, with a way to try again. */
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

import './state.css'
import { useTranslation } from 'react-i18next'

export interface SkeletonProps {
  readonly lines: number
}

/** Grey placeholder lines; they appear after 200 ms, so that fast answers do not flicker. */
export function Skeleton({ lines }: SkeletonProps) {
  const { t } = useTranslation()
  return (
    <div className="skeleton" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} style={{ width: `${95 - ((line * 29) % 45)}%` }} />
      ))}
    </div>
  )
}

export const ScreenSkeleton = () => (
  <div className="screen">
    <Skeleton lines={8} />
  </div>
)

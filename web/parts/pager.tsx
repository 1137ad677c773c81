import './pager.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'

export interface PagerProps {
  /** From 1. */
  readonly page: number
  readonly total: number
  readonly perPage: number
  onChange(page: number): void
}

/** Page navigation of a list; nothing when there is only one page. */
export function Pager({ page, total, perPage, onChange }: PagerProps) {
  const { t } = useTranslation()
  const pages = Math.max(1, Math.ceil(total / perPage))
  if (pages === 1 && page === 1) return null
  // A button that is disabled under the focus would lose it.
  const step = (by: 1 | -1) => {
    const isEnd = by === 1 ? page >= pages : page <= 1
    return { 'aria-disabled': isEnd, onClick: () => !isEnd && onChange(page + by) }
  }
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      <IconButton label={t('pager.previous')} {...step(-1)}>
        <ChevronLeft />
      </IconButton>
      <output>{t('pager.place', { page, pages, total })}</output>
      <IconButton label={t('pager.next')} {...step(1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  )
}

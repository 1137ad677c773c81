import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/parts/icon-button.tsx'
import { useSortDrag } from './use-sort-drag.ts'

export const PAGE_KIND = 'page in the sort dialog'

export interface SortablePageProps {
  readonly pageId: number
  readonly title: string
  readonly isFirst: boolean
  readonly isLast: boolean
  /** One position up or down: -1 or 1. */
  onStep(step: -1 | 1): void
}

/** A page that can be dragged, or moved step by step. */
export function SortablePage({ pageId, title, isFirst, isLast, onStep }: SortablePageProps) {
  const { t } = useTranslation('editor')
  const { ref, isDragged, side } = useSortDrag<HTMLLIElement>(pageId, { kind: PAGE_KIND, axis: 'down' })
  return (
    <li ref={ref} data-dragged={isDragged || undefined} data-drop={side ?? undefined}>
      <GripVertical aria-hidden />
      <span>{title}</span>
      <IconButton label={t('sort.up', { title })} disabled={isFirst} onClick={() => onStep(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton label={t('sort.down', { title })} disabled={isLast} onClick={() => onStep(1)}>
        <ArrowDown />
      </IconButton>
    </li>
  )
}

import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSortDrag } from './use-sort-drag.ts'
import { WaitingIconButton } from '#web/parts/waiting-button.tsx'

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
      <WaitingIconButton label={t('sort.up', { title })} isOff={isFirst} onClick={() => onStep(-1)}>
        <ArrowUp />
      </WaitingIconButton>
      <WaitingIconButton label={t('sort.down', { title })} isOff={isLast} onClick={() => onStep(1)}>
        <ArrowDown />
      </WaitingIconButton>
    </li>
  )
}

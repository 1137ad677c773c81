import { Folder, GripVertical, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../parts/icon-button.tsx'
import { useSortDrag } from '#web/sort/use-sort-drag.ts'
import type { ListedGroup, OpenDialog } from './listed-group.ts'

export const GROUP_KIND = 'group'

export interface GroupRowProps {
  readonly group: ListedGroup
  /** Explains how to sort; undefined when there is nothing to sort. */
  readonly hintId: string | undefined
  onOpen(dialog: OpenDialog): void
  onKeyDown(event: KeyboardEvent): void
}

export function GroupRow({ group, hintId, onOpen, onKeyDown }: GroupRowProps) {
  const { t } = useTranslation('groups')
  const isSortable = hintId !== undefined
  const { ref, isDragged, side } = useSortDrag<HTMLLIElement>(group.id, { kind: GROUP_KIND, axis: 'down' })
  const { id, groupName: name, itemIds } = group

  return (
    <li
      ref={ref}
      className="group-row"
      data-group={id}
      data-dragged={isDragged || undefined}
      data-drop={side ?? undefined}
    >
      {isSortable && <GripVertical className="group-grip" aria-hidden />}
      <Folder className="group-icon" aria-hidden />
      <button
        type="button"
        className="group-name"
        aria-describedby={hintId}
        onClick={() => onOpen({ kind: 'edit', group })}
        onKeyDown={onKeyDown}
      >
        {name}
      </button>
      <span className="group-count">{t('count', { count: itemIds.length })}</span>
      <IconButton label={t('action.edit', { name })} onClick={() => onOpen({ kind: 'edit', group })}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('action.delete', { name })} onClick={() => onOpen({ kind: 'delete', group })}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}

import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { moved, placeBeside } from '../../parts/moved.ts'
import { useKeptFocus } from '../../parts/use-kept-focus.ts'
import { useSortDrops } from '#web/sort/use-sort-drag.ts'
import { useSortFailure } from '#web/sort/use-sort-failure.ts'
import { GROUP_KIND, GroupRow } from './group-row.tsx'
import type { ListedGroup, OpenDialog } from './listed-group.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

export interface GroupListProps {
  readonly groups: readonly ListedGroup[]
  onOpen(dialog: OpenDialog): void
}

/** The groups, sortable by dragging or with Alt and an arrow key. */
export function GroupList({ groups, onOpen }: GroupListProps) {
  const { t } = useTranslation('groups')
  const list = useRef<HTMLUListElement>(null)
  const hintId = useId()
  const [said, setSaid] = useState('')
  const keepFocus = useKeptFocus(list)
  const saveOrder = useGroupOrder()
  const isSortable = groups.length > 1

  const move = (from: number, wished: number) => {
    const to = Math.max(0, Math.min(wished, groups.length - 1))
    const group = groups[from]
    if (!group || to === from) return
    saveOrder(moved(groups, from, to))
    keepFocus(`[data-group="${group.id}"] .group-name`)
    setSaid(t('moved', { name: group.groupName, position: to + 1, count: groups.length }))
  }
  const indexOf = (groupId: number) => groups.findIndex(({ id }) => id === groupId)
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.altKey ? STEPS[event.key] : undefined
    if (step === undefined) return
    event.preventDefault()
    move(index, index + step)
  }
  useSortDrops(GROUP_KIND, (draggedId, targetId, side) => {
    const from = indexOf(draggedId)
    move(from, placeBeside(from, indexOf(targetId), side))
  })

  return (
    <>
      {isSortable && (
        <p className="group-hint" id={hintId}>
          {t('hint')}
        </p>
      )}
      <ul className="group-list" ref={list} data-sortable={isSortable || undefined}>
        {groups.map((group, index) => (
          <GroupRow
            key={group.id}
            group={group}
            hintId={isSortable ? hintId : undefined}
            onOpen={onOpen}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
        ))}
      </ul>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

/** Shows a new order immediately and saves it, with positions from 1. */
function useGroupOrder(): (groups: readonly ListedGroup[]) => void {
  const cache = api.useUtils()
  const onError = useSortFailure()
  // One at a time, so that the last order wins.
  const setOrder = api.itemGroup.setOrder.useMutation({ meta: { isQuiet: true }, scope: { id: 'groupOrder' }, onError })

  return (groups) => {
    const sorted = groups.map((group, index) => ({ ...group, order: index + 1 }))
    cache.itemGroup.list.setData({}, sorted)
    setOrder.mutate({ groups: sorted.map(({ id, order }) => ({ id, order })) })
  }
}

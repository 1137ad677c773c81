import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { Button } from '#web/parts/button.tsx'
import { messageApi } from './notices-api.ts'
import { useNoticesText } from './texts.ts'

export interface MessageFilterProps {
  readonly isUnreadOnly: boolean
  readonly onUnreadOnly: (isUnreadOnly: boolean) => void
  /** Further filters. */
  readonly children?: ReactNode
}

/** Filters a list: all, unread only, or further filters. */
export function MessageFilter({ isUnreadOnly, onUnreadOnly, children }: MessageFilterProps) {
  const t = useNoticesText()
  return (
    <div className="message-filter" role="group" aria-label={t('filter.label')}>
      <Button look="quiet" aria-pressed={!isUnreadOnly} onClick={() => onUnreadOnly(false)}>
        {t('filter.all')}
      </Button>
      <Button look="quiet" aria-pressed={isUnreadOnly} onClick={() => onUnreadOnly(true)}>
        {t('filter.unread')}
      </Button>
      {children}
    </div>
  )
}

export interface ItemChoiceProps {
  readonly of: 'notices' | 'reminders'
  /** 0 for all. */
  readonly itemId: number
  readonly onChoose: (itemId: number) => void
}

/** Filters by item; nothing when all belong to the same one. */
export function ItemChoice({ of, itemId, onChoose }: ItemChoiceProps) {
  const t = useNoticesText()
  const items = messageApi.items.useQuery({ of }, { meta: { isQuiet: true } }).data?.items ?? []
  if (items.length < 2 && itemId === 0) return null
  return (
    <NativeSelect
      aria-label={t('filter.item')}
      value={String(itemId)}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      data={[
        { value: '0', label: t('filter.allItems') },
        ...items.map(({ itemId: value, itemName: label }) => ({ value: String(value), label })),
      ]}
    />
  )
}

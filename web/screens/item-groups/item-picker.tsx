import { TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useMemo, useState, type Dispatch, type SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '../../api/trpc.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'

export interface ItemPickerProps {
  readonly chosenIds: readonly number[]
  readonly onChoose: Dispatch<SetStateAction<readonly number[]>>
}

/** All items of the person with check boxes, selected ones first. */
export function ItemPicker({ chosenIds, onChoose }: ItemPickerProps) {
  const { t } = useTranslation('groups')
  const items = api.item.list.useQuery({}, { meta: { isQuiet: true } })
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed.trim().toLowerCase())
  // Selected when the dialog was opened: rows must not move when they are checked.
  const [first] = useState(() => new Set(chosenIds))
  const chosen = useMemo(() => new Set(chosenIds), [chosenIds])
  const lines = useMemo(() => {
    const all = items.data ?? []
    const sorted = [...all.filter(({ itemId }) => first.has(itemId)), ...all.filter(({ itemId }) => !first.has(itemId))]
    return sorted.filter(({ itemName }) => itemName.toLowerCase().includes(filter))
  }, [items.data, first, filter])
  const toggle = useCallback(
    (itemId: number, isOn: boolean) =>
      onChoose((before) => (isOn ? [...before, itemId] : before.filter((each) => each !== itemId))),
    [onChoose],
  )

  return (
    <fieldset className="plain-fieldset item-picker">
      <legend>
        {t('form.items')}
        <output>{t('form.chosen', { count: chosen.size })}</output>
      </legend>
      {items.isPending && <Skeleton lines={4} />}
      {items.isError && (
        <ErrorState title={t('form.itemsFailed')} error={items.error} onRetry={() => void items.refetch()} />
      )}
      {items.data?.length === 0 && <p className="field-hint">{t('form.noItems')}</p>}
      {items.data && items.data.length > limits.searchBoxAbove && (
        <TextInput
          type="search"
          aria-label={t('form.find')}
          placeholder={t('form.find')}
          leftSection={<Search size={15} aria-hidden />}
          maxLength={limits.keywordLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {lines.length > 0 && (
        <ul>
          {lines.map(({ itemId, itemName }) => (
            <PickerLine key={itemId} itemId={itemId} name={itemName} isOn={chosen.has(itemId)} onToggle={toggle} />
          ))}
        </ul>
      )}
      {items.data && lines.length === 0 && filter !== '' && <p className="field-hint">{t('form.noMatch')}</p>}
    </fieldset>
  )
}

interface PickerLineProps {
  readonly itemId: number
  readonly name: string
  readonly isOn: boolean
  onToggle(itemId: number, isOn: boolean): void
}

const PickerLine = memo(function PickerLine({ itemId, name, isOn, onToggle }: PickerLineProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={isOn} onChange={(event) => onToggle(itemId, event.currentTarget.checked)} />
        <span>{name}</span>
      </label>
    </li>
  )
})

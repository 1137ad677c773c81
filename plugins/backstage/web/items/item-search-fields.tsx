import { TextInput } from '@mantine/core'
import { useBackstageText } from '../texts.ts'

/** The search fields for items; '' for any. */
export interface ItemSearch {
  readonly itemName: string
  /** Of the owner. */
  readonly username: string
}
export const NO_ITEM_SEARCH: ItemSearch = { itemName: '', username: '' }

export interface ItemSearchFieldsProps {
  readonly search: ItemSearch
  onChange(search: ItemSearch): void
}

export function ItemSearchFields({ search, onChange }: ItemSearchFieldsProps) {
  const t = useBackstageText()
  return (['itemName', 'username'] as const).map((field) => (
    <TextInput
      key={field}
      type="search"
      label={t(`items.search.${field}`)}
      autoComplete="off"
      spellCheck={false}
      value={search[field]}
      onChange={({ currentTarget: { value } }) => onChange({ ...search, [field]: value })}
    />
  ))
}

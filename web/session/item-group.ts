import { ALL_ITEMS } from '#core/item-group/item-group.ts'

const KEY = 'item_group_id'

/** The group of items chosen last in this browser; all items at first. It may be gone meanwhile. */
export function rememberedGroup(): number {
  const id = Number(localStorage.getItem(KEY))
  return Number.isInteger(id) && id > 0 ? id : ALL_ITEMS
}

export const rememberGroup = (id: number): void => localStorage.setItem(KEY, String(id))

import { useEffect, useState } from 'react'
import { ALL_ITEMS } from '#core/item-group/item-group.ts'
import { ownName } from '#web/session/own-names.ts'

/**
 * The group whose items are shown, stored in this browser.
 * @param groups undefined while unknown
 * @returns all items if the stored group is deleted, or belongs to a previous user of this browser
 */
export function useChosenGroup(
  groups: readonly { readonly id: number }[] | undefined,
): readonly [groupId: number, choose: (id: number) => void] {
  const [chosen, choose] = useState(rememberedGroup)
  const groupId = groups?.every(({ id }) => id !== chosen) ? ALL_ITEMS : chosen

  useEffect(() => {
    if (groups) rememberGroup(groupId)
  }, [groups, groupId])

  return [groupId, choose]
}

const KEY = 'item_group_id'

/** The group last selected in this browser; initially all items. It may be deleted by now. */
function rememberedGroup(): number {
  const id = Number(localStorage.getItem(ownName(KEY)))
  return Number.isInteger(id) && id > 0 ? id : ALL_ITEMS
}

const rememberGroup = (id: number): void => localStorage.setItem(ownName(KEY), String(id))

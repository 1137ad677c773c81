/** Items of a person's list, grouped under a name; visible to that person only (GRP-11). */
export interface ItemGroup {
  readonly id: number
  readonly userId: number
  readonly name: string
  /** In the order in which they were added; only items in the person's list. */
  readonly itemIds: readonly number[]
  readonly order: number
}

/** The group of all items. It always exists and is not stored. */
export const ALL_ITEMS = 0

/** The name of an unnamed group (D20). */
const UNNAMED_GROUP = 'default'

export const groupName = (typed: string): string => (typed === '' ? UNNAMED_GROUP : typed)

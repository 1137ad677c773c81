/** Some items of a person's list under a name of their own; nobody else sees it (GRP-11). */
export interface ItemGroup {
  readonly id: number
  readonly userId: number
  readonly name: string
  /** In the order in which they were put in; only items that are in the person's list. */
  readonly itemIds: readonly number[]
  readonly order: number
}

/** The group that holds the whole list. It always is there and is not kept. */
export const ALL_ITEMS = 0

/** The name of a group nobody named (D20). */
const UNNAMED_GROUP = 'default'

export const groupName = (typed: string): string => (typed === '' ? UNNAMED_GROUP : typed)

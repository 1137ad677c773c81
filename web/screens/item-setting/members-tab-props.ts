/** What the tab of the members and its parts know of the item. */
export interface MembersTabProps {
  readonly item: {
    readonly itemId: number
    /** Empty for an open item. */
    readonly password: string
    readonly isArchived: boolean
    /** Whether the caller owns the item. */
    readonly isOwner: boolean
  }
}

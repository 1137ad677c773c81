/** The item data used by the members tab and its parts. */
export interface MembersTabProps {
  readonly item: {
    readonly itemId: number
    /** '' for an open item. */
    readonly password: string
    readonly isArchived: boolean
    /** Whether the caller owns the item. */
    readonly isOwner: boolean
  }
}

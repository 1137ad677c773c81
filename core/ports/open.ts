/**
 * Members of the store's ports that operations and plugins get. They find what a door has opened, and what the plugin
 * keeps itself; nothing of them changes what others have, because no right would be asked for.
 */
export interface OpenMembers {
  readonly items: 'byDomain' | 'ofUser' | 'ofUserNamed' | 'inGroup'
  readonly members: 'ofItem'
  readonly teams: 'ofUser' | 'membersOf' | 'itemsOf' | 'teamsOn' | 'grantsOn' | 'grantsOnItem' | 'managedThrough'
  readonly vouchedMemberships: 'ofUser' | 'ofTeam' | 'find' | 'people'
  readonly catalogs: 'ofItem' | 'itemOf'
  readonly pages: 'headsOf' | 'countIn' | 'ofItem' | 'byIds' | 'idOf' | 'recycledIn'
  readonly locks: 'ofItem' | 'idleMs' | 'requests'
  readonly attachments: 'ofPage' | 'usedBy'
  readonly versions: 'headsOf' | 'newestTexts' | 'ofPage' | 'byId'
  readonly search: 'find' | 'idsIn'
  readonly settings: 'hold' | 'read' | 'write'
  readonly documents: 'collection'
  readonly jobs: 'enqueue'
  readonly textBytes: 'ofItem' | 'byAuthor' | 'hold'
  readonly space: 'quotaOf' | 'fileBytesOf'
  readonly changes: 'ofItem' | 'latestPages'
}

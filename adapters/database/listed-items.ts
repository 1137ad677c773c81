import { isLive } from './live-items.ts'

/** The ids of the items in the list of the user $1: owned, or accessible as a member or through a team. */
export const IN_LIST = `
  select id as item_id from item where owner_id = $1 and ${isLive('item.id')}
  union select item_id from item_grant where user_id = $1`

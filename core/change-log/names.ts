import type { FollowerContext } from '../context.ts'
import type { MemberRole } from '../member/membership.ts'
import type { ChangeDetails } from './entry.ts'

/** '' when the account is deleted. */
export async function usernameOf({ store }: FollowerContext, userId: number): Promise<string> {
  return (await store.users.byId(userId))?.username ?? ''
}

/** '' when the catalog is deleted. */
export async function catalogNameIn({ store }: FollowerContext, itemId: number, catalogId: number): Promise<string> {
  return (await store.catalogs.ofItem(itemId)).find(({ id }) => id === catalogId)?.name ?? ''
}

/** The target catalog; its name is '' for the root of the item. */
export async function placeIn(
  ctx: FollowerContext,
  itemId: number,
  catalogId: number | null,
): Promise<Pick<ChangeDetails, 'catalogName'>> {
  return { catalogName: catalogId === null ? '' : await catalogNameIn(ctx, itemId, catalogId) }
}

/** A role and the catalog it is limited to, if any. */
export async function roleDetails(
  ctx: FollowerContext,
  {
    itemId,
    role,
    catalogId,
  }: { readonly itemId: number; readonly role: MemberRole; readonly catalogId: number | null },
): Promise<ChangeDetails> {
  return catalogId === null ? { role } : { role, ...(await placeIn(ctx, itemId, catalogId)) }
}

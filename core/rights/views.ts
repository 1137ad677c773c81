import { z } from 'zod'
import { can, roleIn, ROLES, visibleCatalogs } from '../access/access.ts'
import type { Participant } from '../access/people.ts'
import { catalogIdField, catalogIdOrNone, catalogNameField } from '../catalog/fields.ts'
import { id, idOrNone, wired } from '../schema.ts'
import { VISIBILITIES } from '../item/item.ts'
import { MenuView } from '../item/menu-view.ts'

const role = () => z.enum(ROLES)

export const ParticipantView = z.object({
  userId: id(),
  username: z.string(),
  name: z.string(),
  /** In the whole item; "none" for people with rights in some catalogs only. */
  role: role(),
  /** Additional rights in catalogs. */
  catalogs: z.array(z.object({ catalogId: catalogIdField(), catalogName: catalogNameField(), role: role() })),
  /** All sources of rights, except the item being public. */
  rights: z.array(
    z.object({
      from: z.enum(['membership', 'team', 'siteAdministrator', 'owner', 'openItem', 'visitPassword', 'itemKey']),
      role: role(),
      /** 0 for the whole item. */
      catalogId: catalogIdOrNone(),
      catalogName: catalogNameField(),
      /** 0 and '' if it does not come from a team. */
      teamId: idOrNone(),
      teamName: z.string(),
    }),
  ),
})

export const ItemAccessView = z.object({
  itemId: id(),
  itemName: z.string(),
  isPrivate: z.boolean(),
  visibility: z.enum(VISIBILITIES),
  /** Nobody can change the item, whatever their rights. */
  isArchived: z.boolean(),
  /** Nobody can edit the item by hand, whatever their rights. */
  isUntouchable: z.boolean(),
  people: z.array(ParticipantView),
})

export const SeenItemView = z.object({
  userId: id(),
  username: z.string(),
  name: z.string(),
  canEdit: wired('item_edit', z.boolean()),
  canManage: wired('item_manage', z.boolean()),
  /** The first-level catalogs in which they may edit. */
  editableCatalogIds: wired('edit_cat_ids', z.array(id())),
  /** Whether they can see only some catalogs. */
  isLimited: z.boolean(),
  menu: MenuView,
})

/** Names of the item's catalogs and of its teams, by id. */
export interface Names {
  readonly catalogs: ReadonlyMap<number, string>
  readonly teams: ReadonlyMap<number, string>
}

export function participantView({ user, access }: Participant, names: Names): z.input<typeof ParticipantView> {
  const whole = roleIn(access, 'whole')
  const catalogName = (catalogId: number): string => names.catalogs.get(catalogId) ?? ''
  const catalogIds = [...new Set(access.rights.flatMap(({ catalogId }) => catalogId ?? []))]
  const catalogs = catalogIds.map((catalogId) => ({
    catalogId,
    catalogName: catalogName(catalogId),
    role: roleIn(access, { topCatalogId: catalogId }),
  }))
  return {
    userId: user.id,
    username: user.username,
    name: user.name,
    role: whole,
    catalogs: catalogs.filter((catalog) => catalog.role !== whole),
    rights: access.rights.map((right) => ({
      // The word used on REST.
      from: right.from === 'token' ? 'itemKey' : right.from,
      role: right.role,
      catalogId: right.catalogId ?? 0,
      catalogName: right.catalogId === null ? '' : catalogName(right.catalogId),
      teamId: right.teamId ?? 0,
      teamName: right.teamId === null ? '' : (names.teams.get(right.teamId) ?? ''),
    })),
  }
}

export const seenItemView = (
  { user, access }: Participant,
  topCatalogIds: readonly number[],
  menu: z.input<typeof MenuView>,
): z.input<typeof SeenItemView> => ({
  userId: user.id,
  username: user.username,
  name: user.name,
  canEdit: can(access, 'edit'),
  canManage: can(access, 'manage'),
  editableCatalogIds: topCatalogIds.filter((topCatalogId) => can(access, 'edit', { topCatalogId })),
  isLimited: visibleCatalogs(access) !== null,
  menu,
})

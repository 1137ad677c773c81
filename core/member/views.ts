import { z } from 'zod'
import type { User } from '../account/user.ts'
import { pathOf, type Catalog } from '../catalog/catalog.ts'
import { catalogIdOrNone, catalogNameField } from '../catalog/fields.ts'
import type { Language } from '../language.ts'
import { addedTime, forScreens, id, numbered, wired } from '../schema.ts'
import { MEMBER_ROLES, type Membership } from './membership.ts'

export const memberRole = () => wired('member_group_id', numbered(MEMBER_ROLES))

/** A member as shown to managers (spec §3 Member). */
export const MemberView = z.object({
  membershipId: wired('item_member_id', id()),
  username: z.string(),
  name: z.string(),
  addedAt: addedTime(),
  role: memberRole(),
  /** 0 for the whole item. */
  catalogId: catalogIdOrNone(),
  catalogName: catalogNameField(),
  isSwitchedOff: forScreens(z.boolean()),
})

// ISET-12.
const ALL_CATALOGS: Readonly<Record<Language, string>> = { en: 'all', 'zh-cn': '全部' }

export const memberView = (
  { id: membershipId, role, catalogId, addedAt }: Membership,
  { username, name, isSwitchedOff }: Pick<User, 'username' | 'name' | 'isSwitchedOff'>,
  { catalogs, language }: { readonly catalogs: readonly Catalog[]; readonly language: Language },
): z.input<typeof MemberView> => ({
  ...{ membershipId, username, name, isSwitchedOff, addedAt, role },
  catalogId: catalogId ?? 0,
  catalogName: catalogId === null ? ALL_CATALOGS[language] : nameOf(catalogs, catalogId),
})

// The whole path: a right stays limited to a catalog even when that was moved below another one.
const nameOf = (catalogs: readonly Catalog[], catalogId: number): string =>
  pathOf(catalogs, catalogId)
    .map(({ name }) => name)
    .join(' / ')

/** A person working on an item, for choosing recipients of a notification (spec §3). */
export const ParticipantView = z.object({
  userId: wired('uid', id()),
  shownName: wired('username_name', z.string()),
})

export const participantView = ({
  id: userId,
  username,
  name,
}: Pick<User, 'id' | 'username' | 'name'>): z.input<typeof ParticipantView> => ({
  userId,
  shownName: name === '' ? username : `${username} (${name})`,
})

import { z } from 'zod'
import type { User } from '../account/user.ts'
import { pathOf, type Catalog } from '../catalog/catalog.ts'
import type { Language } from '../context.ts'
import { id, idOrNone, numbered } from '../schema.ts'
import { MEMBER_ROLES, type Membership } from './membership.ts'

export const memberRole = () => numbered(MEMBER_ROLES)

/** A member as managers see him (spec §3 Member). */
export const MemberView = z.object({
  itemMemberId: id(),
  username: z.string(),
  name: z.string(),
  addtime: z.date(),
  memberGroupId: memberRole(),
  /** 0 for the whole item. */
  catId: idOrNone(),
  catName: z.string(),
})

// ISET-12.
const ALL_CATALOGS: Readonly<Record<Language, string>> = { en: 'all', 'zh-cn': '全部' }

export const memberView = (
  { id: itemMemberId, role, catalogId, addedAt }: Membership,
  { username, name }: Pick<User, 'username' | 'name'>,
  { catalogs, language }: { readonly catalogs: readonly Catalog[]; readonly language: Language },
): z.input<typeof MemberView> => ({
  ...{ itemMemberId, username, name, addtime: addedAt, memberGroupId: role },
  catId: catalogId ?? 0,
  catName: catalogId === null ? ALL_CATALOGS[language] : nameOf(catalogs, catalogId),
})

// The whole path: a catalog that was moved below another one is still what the right is limited to.
const nameOf = (catalogs: readonly Catalog[], catalogId: number): string =>
  pathOf(catalogs, catalogId)
    .map(({ name }) => name)
    .join(' / ')

/** Somebody who works on an item, for those who choose whom to tell (spec §3). */
export const ParticipantView = z.object({ uid: id(), usernameName: z.string() })

export const participantView = ({ id: uid, username, name }: User): z.input<typeof ParticipantView> => ({
  uid,
  usernameName: name === '' ? username : `${username} (${name})`,
})

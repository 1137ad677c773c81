import type { ColorScheme } from '#core/account/preferences.ts'
import type { Language } from '#core/language.ts'
import type { GlobalParams, ItemType } from '#core/item/item.ts'
import type { MemberRole } from '#core/member/membership.ts'
import type { TeamMemberRole } from '#core/team/team.ts'
import { AttachmentRows, FormerStorageRows, PageAttachmentRows, StrayBlobRows, TrafficRows } from './attachment-rows.ts'
import { boolean, integer, jsonb, orNull, smallint, text, textOf, timestamptz } from './column-types.ts'
import { IdentityRows } from './identity-rows.ts'
import { MailLinkRows } from './mail-link-rows.ts'
import { AuditRows, ChangeRows } from './record-rows.ts'
import { table, type RowIn } from './table.ts'
import { TaskRows } from './task-rows.ts'

/*
 * The tables as the ORM sees them: plain rows, which the aggregate files convert to domain values. Created by the
 * migrations; `migrations.test.ts` compares.
 */
export const UserRows = table('user', ['id'], {
  id: integer,
  username: text,
  name: text,
  email: orNull(text),
  isEmailVerified: boolean,
  isAdmin: boolean,
  isSwitchedOff: boolean,
  hasSecondFactor: boolean,
  passwordHash: orNull(text),
  mustChangePassword: boolean,
  registeredAt: timestamptz,
  lastLoginAt: orNull(timestamptz),
  language: orNull(textOf<Language>()),
  colorScheme: orNull(textOf<ColorScheme>()),
  keepsPreview: boolean,
})
export type UserRow = RowIn<typeof UserRows>

export const LoginRows = table('login', ['id'], {
  id: integer,
  tokenDigest: text,
  userId: integer,
  address: text,
  userAgent: text,
  createdAt: timestamptz,
  seenAt: timestamptz,
  until: timestamptz,
  methodId: orNull(text),
})
export type LoginRow = RowIn<typeof LoginRows>

export const ItemRows = table('item', ['id'], {
  id: integer,
  name: text,
  description: text,
  domain: orNull(text),
  type: textOf<ItemType>(),
  ownerId: integer,
  visitPasswordSealed: orNull(text),
  visitPasswordDigest: orNull(text),
  isMembersOnly: boolean,
  visitGeneration: integer,
  isArchived: boolean,
  globalParams: jsonb<GlobalParams>(),
  createdAt: timestamptz,
  updatedAt: timestamptz,
})
export type ItemRow = RowIn<typeof ItemRows>

export const MemberRows = table('member', ['id'], {
  id: integer,
  itemId: integer,
  userId: integer,
  role: textOf<MemberRole>(),
  catalogId: orNull(integer),
  addedAt: timestamptz,
})
export type MemberRow = RowIn<typeof MemberRows>

export const TeamRows = table('team', ['id'], {
  id: integer,
  name: text,
  ownerId: integer,
  createdAt: timestamptz,
})
export type TeamRow = RowIn<typeof TeamRows>

export const TeamMemberRows = table('team_member', ['id'], {
  id: integer,
  teamId: integer,
  userId: integer,
  role: textOf<TeamMemberRole>(),
  addedAt: timestamptz,
})
export type TeamMemberRow = RowIn<typeof TeamMemberRows>

export const VouchedMembershipRows = table('vouched_membership', ['userId', 'methodId', 'teamId'], {
  userId: integer,
  methodId: text,
  teamId: integer,
  memberId: orNull(integer),
})

export const TeamItemRows = table('team_item', ['id'], {
  id: integer,
  teamId: integer,
  itemId: integer,
  boundBy: integer,
  addedAt: timestamptz,
})
export type TeamItemRow = RowIn<typeof TeamItemRows>

export const TeamGrantRows = table('team_grant', ['id'], {
  id: integer,
  teamId: integer,
  itemId: integer,
  userId: integer,
  role: textOf<MemberRole>(),
  catalogId: orNull(integer),
  givenBy: orNull(integer),
  addedAt: timestamptz,
})
export type TeamGrantRow = RowIn<typeof TeamGrantRows>

export const ItemGroupRows = table('item_group', ['id'], {
  id: integer,
  userId: integer,
  name: text,
  sortOrder: integer,
})
export type ItemGroupRow = RowIn<typeof ItemGroupRows>

export const CatalogRows = table('catalog', ['id'], {
  id: integer,
  itemId: integer,
  parentId: orNull(integer),
  name: text,
  level: smallint,
  sortOrder: integer,
})
export type CatalogRow = RowIn<typeof CatalogRows>

export const PageRows = table('page', ['id'], {
  id: integer,
  itemId: integer,
  catalogId: orNull(integer),
  title: text,
  content: text,
  sortOrder: integer,
  authorId: integer,
  revision: integer,
  createdAt: timestamptz,
  savedAt: timestamptz,
  deletedById: orNull(integer),
  deletedAt: orNull(timestamptz),
  // The three lock columns are null together.
  lockUserId: orNull(integer),
  lockTab: orNull(text),
  lockUntil: orNull(timestamptz),
  lockActiveAt: orNull(timestamptz),
})
export type PageRow = RowIn<typeof PageRows>

export const PageVersionRows = table('page_version', ['id'], {
  id: integer,
  pageId: integer,
  revision: integer,
  title: text,
  catalogId: orNull(integer),
  content: text,
  authorId: integer,
  savedAt: timestamptz,
  comment: text,
})
export type PageVersionRow = RowIn<typeof PageVersionRows>

export const SaveReceiptRows = table('save_receipt', ['userId', 'saveId'], {
  userId: integer,
  saveId: text,
  pageId: orNull(integer),
  revision: orNull(integer),
  at: timestamptz,
})

export const SettingRows = table('setting', ['section'], {
  section: text,
  value: jsonb<unknown>(),
})

export const DocumentRows = table('document', ['id'], {
  id: integer,
  collection: text,
  key: orNull(text),
  itemId: orNull(integer),
  pageId: orNull(integer),
  userId: orNull(integer),
  at: timestamptz,
  data: jsonb<object>(),
  bytes: integer,
  authorId: orNull(integer),
})
export type DocumentRow = RowIn<typeof DocumentRows>

export const ItemPositionRows = table('item_position', ['userId', 'groupId', 'itemId'], {
  userId: integer,
  groupId: integer,
  itemId: integer,
  position: integer,
})

export const ItemGroupItemRows = table('item_group_item', ['groupId', 'itemId'], {
  groupId: integer,
  itemId: integer,
  place: integer,
})

export const PageLinkRows = table('page_link', ['pageId'], {
  pageId: integer,
  sealed: text,
  digest: text,
  madeById: integer,
  madeAt: timestamptz,
  endsAt: orNull(timestamptz),
})

export const PageDraftRows = table('page_draft', ['userId', 'id'], {
  userId: integer,
  id: text,
  pageId: orNull(integer),
  itemId: orNull(integer),
  title: text,
  content: text,
  catalogId: integer,
  baseRevision: orNull(integer),
  baseCatalogId: orNull(integer),
  keptAt: timestamptz,
})

export const PluginMigrationRows = table('plugin_migration', ['pluginId', 'name'], {
  pluginId: text,
  name: text,
})

export const ALL_ROWS = [
  UserRows,
  LoginRows,
  IdentityRows,
  MailLinkRows,
  ItemRows,
  MemberRows,
  TeamRows,
  TeamMemberRows,
  VouchedMembershipRows,
  TeamItemRows,
  TeamGrantRows,
  ItemGroupRows,
  CatalogRows,
  PageRows,
  PageVersionRows,
  AttachmentRows,
  PageAttachmentRows,
  TrafficRows,
  FormerStorageRows,
  StrayBlobRows,
  SaveReceiptRows,
  SettingRows,
  DocumentRows,
  AuditRows,
  ChangeRows,
  ItemPositionRows,
  ItemGroupItemRows,
  PageLinkRows,
  PageDraftRows,
  PluginMigrationRows,
  TaskRows,
]

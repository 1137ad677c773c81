import { EntitySchema } from '@mikro-orm/core'
import type { ColorScheme } from '#core/account/preferences.ts'
import type { Language } from '#core/context.ts'
import type { GlobalParams, ItemType } from '#core/item/item.ts'
import type { MemberRole } from '#core/member/membership.ts'
import type { TeamMemberRole } from '#core/team/team.ts'
import { AttachmentRows } from './attachment-rows.ts'
import { MailLinkRows } from './mail-link-rows.ts'
import { AuditRows, ChangeRows } from './record-rows.ts'

/*
 * The tables as the ORM sees them: plain rows, which the files of the aggregates turn into values of the domain.
 * Made by the migrations; `migrations.test.ts` compares.
 */
export interface UserRow {
  id: number
  username: string
  name: string
  email: string | null
  isEmailVerified: boolean
  isAdmin: boolean
  passwordHash: string | null
  registeredAt: Date
  lastLoginAt: Date | null
  language: Language | null
  colorScheme: ColorScheme | null
}
export const UserRows = new EntitySchema<UserRow>({
  name: 'UserRow',
  tableName: 'user',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    username: { type: 'text' },
    name: { type: 'text' },
    email: { type: 'text', nullable: true },
    isEmailVerified: { type: 'boolean' },
    isAdmin: { type: 'boolean' },
    passwordHash: { type: 'text', nullable: true },
    registeredAt: { type: 'datetime' },
    lastLoginAt: { type: 'datetime', nullable: true },
    language: { type: 'text', nullable: true },
    colorScheme: { type: 'text', nullable: true },
  },
})

export interface LoginRow {
  id: number
  tokenDigest: string
  userId: number
  address: string
  userAgent: string
  createdAt: Date
  seenAt: Date
  until: Date
}
export const LoginRows = new EntitySchema<LoginRow>({
  name: 'LoginRow',
  tableName: 'login',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    tokenDigest: { type: 'text' },
    userId: { type: 'integer' },
    address: { type: 'text' },
    userAgent: { type: 'text' },
    createdAt: { type: 'datetime' },
    seenAt: { type: 'datetime' },
    until: { type: 'datetime' },
  },
})

export interface ItemRow {
  id: number
  name: string
  description: string
  domain: string | null
  type: ItemType
  ownerId: number
  visitPasswordSealed: string | null
  visitPasswordDigest: string | null
  visitGeneration: number
  isArchived: boolean
  globalParams: GlobalParams
  createdAt: Date
  updatedAt: Date
}
export const ItemRows = new EntitySchema<ItemRow>({
  name: 'ItemRow',
  tableName: 'item',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    name: { type: 'text' },
    description: { type: 'text' },
    domain: { type: 'text', nullable: true },
    type: { type: 'text' },
    ownerId: { type: 'integer' },
    visitPasswordSealed: { type: 'text', nullable: true },
    visitPasswordDigest: { type: 'text', nullable: true },
    visitGeneration: { type: 'integer' },
    isArchived: { type: 'boolean' },
    globalParams: { type: 'json' },
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
  },
})

export interface MemberRow {
  id: number
  itemId: number
  userId: number
  role: MemberRole
  catalogId: number | null
  addedAt: Date
}
export const MemberRows = new EntitySchema<MemberRow>({
  name: 'MemberRow',
  tableName: 'member',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    itemId: { type: 'integer' },
    userId: { type: 'integer' },
    role: { type: 'text' },
    catalogId: { type: 'integer', nullable: true },
    addedAt: { type: 'datetime' },
  },
})

export interface TeamRow {
  id: number
  name: string
  ownerId: number
  createdAt: Date
}
export const TeamRows = new EntitySchema<TeamRow>({
  name: 'TeamRow',
  tableName: 'team',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    name: { type: 'text' },
    ownerId: { type: 'integer' },
    createdAt: { type: 'datetime' },
  },
})

export interface TeamMemberRow {
  id: number
  teamId: number
  userId: number
  role: TeamMemberRole
  addedAt: Date
}
export const TeamMemberRows = new EntitySchema<TeamMemberRow>({
  name: 'TeamMemberRow',
  tableName: 'team_member',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    teamId: { type: 'integer' },
    userId: { type: 'integer' },
    role: { type: 'text' },
    addedAt: { type: 'datetime' },
  },
})

export interface TeamItemRow {
  id: number
  teamId: number
  itemId: number
  addedAt: Date
}
export const TeamItemRows = new EntitySchema<TeamItemRow>({
  name: 'TeamItemRow',
  tableName: 'team_item',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    teamId: { type: 'integer' },
    itemId: { type: 'integer' },
    addedAt: { type: 'datetime' },
  },
})

export interface TeamGrantRow {
  id: number
  teamId: number
  itemId: number
  userId: number
  role: MemberRole
  catalogId: number | null
  addedAt: Date
}
export const TeamGrantRows = new EntitySchema<TeamGrantRow>({
  name: 'TeamGrantRow',
  tableName: 'team_grant',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    teamId: { type: 'integer' },
    itemId: { type: 'integer' },
    userId: { type: 'integer' },
    role: { type: 'text' },
    catalogId: { type: 'integer', nullable: true },
    addedAt: { type: 'datetime' },
  },
})

export interface ItemGroupRow {
  id: number
  userId: number
  name: string
  sortOrder: number
}
export const ItemGroupRows = new EntitySchema<ItemGroupRow>({
  name: 'ItemGroupRow',
  tableName: 'item_group',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    userId: { type: 'integer' },
    name: { type: 'text' },
    sortOrder: { type: 'integer' },
  },
})

export interface CatalogRow {
  id: number
  itemId: number
  parentId: number | null
  name: string
  level: number
  sortOrder: number
}
export const CatalogRows = new EntitySchema<CatalogRow>({
  name: 'CatalogRow',
  tableName: 'catalog',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    itemId: { type: 'integer' },
    parentId: { type: 'integer', nullable: true },
    name: { type: 'text' },
    level: { type: 'smallint' },
    sortOrder: { type: 'integer' },
  },
})

export interface PageRow {
  id: number
  itemId: number
  catalogId: number | null
  title: string
  content: string
  sortOrder: number
  authorId: number
  revision: number
  createdAt: Date
  savedAt: Date
  deletedById: number | null
  deletedAt: Date | null
  /** The three of the lock are null together. */
  lockUserId: number | null
  lockTab: string | null
  lockUntil: Date | null
}
export const PageRows = new EntitySchema<PageRow>({
  name: 'PageRow',
  tableName: 'page',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    itemId: { type: 'integer' },
    catalogId: { type: 'integer', nullable: true },
    title: { type: 'text' },
    content: { type: 'text' },
    sortOrder: { type: 'integer' },
    authorId: { type: 'integer' },
    revision: { type: 'integer' },
    createdAt: { type: 'datetime' },
    savedAt: { type: 'datetime' },
    deletedById: { type: 'integer', nullable: true },
    deletedAt: { type: 'datetime', nullable: true },
    lockUserId: { type: 'integer', nullable: true },
    lockTab: { type: 'text', nullable: true },
    lockUntil: { type: 'datetime', nullable: true },
  },
})

export interface PageVersionRow {
  id: number
  pageId: number
  revision: number
  title: string
  catalogId: number | null
  content: string
  authorId: number
  savedAt: Date
  comment: string
}
export const PageVersionRows = new EntitySchema<PageVersionRow>({
  name: 'PageVersionRow',
  tableName: 'page_version',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    pageId: { type: 'integer' },
    revision: { type: 'integer' },
    title: { type: 'text' },
    catalogId: { type: 'integer', nullable: true },
    content: { type: 'text' },
    authorId: { type: 'integer' },
    savedAt: { type: 'datetime' },
    comment: { type: 'text' },
  },
})

export interface SaveReceiptRow {
  userId: number
  saveId: string
  pageId: number | null
  revision: number | null
  at: Date
}
export const SaveReceiptRows = new EntitySchema<SaveReceiptRow>({
  name: 'SaveReceiptRow',
  tableName: 'save_receipt',
  properties: {
    userId: { type: 'integer', primary: true },
    saveId: { type: 'text', primary: true },
    pageId: { type: 'integer', nullable: true },
    revision: { type: 'integer', nullable: true },
    at: { type: 'datetime' },
  },
})

interface SettingRow {
  section: string
  value: unknown
}
const SettingRows = new EntitySchema<SettingRow>({
  name: 'SettingRow',
  tableName: 'setting',
  properties: {
    section: { type: 'text', primary: true },
    value: { type: 'json' },
  },
})

export interface DocumentRow {
  id: number
  collection: string
  key: string | null
  itemId: number | null
  pageId: number | null
  userId: number | null
  at: Date
  data: object
}
export const DocumentRows = new EntitySchema<DocumentRow>({
  name: 'DocumentRow',
  tableName: 'document',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    collection: { type: 'text' },
    key: { type: 'text', nullable: true },
    itemId: { type: 'integer', nullable: true },
    pageId: { type: 'integer', nullable: true },
    userId: { type: 'integer', nullable: true },
    at: { type: 'datetime' },
    data: { type: 'json' },
  },
})

export const ALL_ROWS = [
  UserRows,
  LoginRows,
  MailLinkRows,
  ItemRows,
  MemberRows,
  TeamRows,
  TeamMemberRows,
  TeamItemRows,
  TeamGrantRows,
  ItemGroupRows,
  CatalogRows,
  PageRows,
  PageVersionRows,
  AttachmentRows,
  SaveReceiptRows,
  SettingRows,
  DocumentRows,
  AuditRows,
  ChangeRows,
]

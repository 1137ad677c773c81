import { TEST_PASSWORD } from '#tests/support/services.ts'
import { ROLE_NAMES, type RoleName } from './roles.ts'
import type { Scene } from './scenes.ts'

/**
 * What a call answers: A allowed · F allowed, showing only the caller's catalog · N allowed, showing nothing of the item ·
 * M 10101, nothing there for the caller · L 10102, not logged in · X 10303, may not be seen or managed ·
 * D 10103, another want of rights (D07).
 */
export type Letter = 'A' | 'F' | 'N' | 'M' | 'L' | 'X' | 'D'
export const CODES = { M: 10101, L: 10102, X: 10303, D: 10103 } as const

// One letter for each role: visitors, strangers (open, private, passed each), members, those above them.
const RIGHTS = {
  viewItem: 'AXA AXA AAFFA AA',
  view: 'AXA AXA AAAXA AA',
  viewLogin: 'LLL AXA AAFFA AA',
  edit: 'LLL DDD DAADA AA',
  /** Reaches over the whole item: not for members limited to a catalog. */
  editItem: 'LLL DDD DADDA AA',
  editRead: 'LLL DDD DAAAA AA',
  manage: 'LLL XXX XXXXA AA',
  own: 'LLL XXX XXXXX AX',
  /** Ends a part somebody has by membership or by a team. */
  leave: 'LLL MMM AAAAA MM',
  /** Lists of one's own items. */
  inOwnList: 'LLL NNN AAAAA AN',
  searchOwnList: 'LLL NNN AAFFA AN',
  /** Reaches the caller's own records only. */
  self: 'LLL AAA AAAAA AA',
  public: 'AAA AAA AAAAA AA',
} as const

export interface Row {
  /** The number of the documented call; '' for operations of our own. */
  readonly id: string
  /** `{group}.{name}` in the table of operations. */
  readonly operation: string
  /** Tells rows of the same operation apart. */
  readonly variant: string
  readonly right: keyof typeof RIGHTS
  /** Which items refuse it to everybody: archived ones (D14), or those of type 3 as well (D15); open when nobody said. */
  readonly frozen: 'never' | 'archived' | 'always' | 'open'
  input(scene: Scene): Readonly<Record<string, unknown>>
}

/** The name of a row in the report of a test. */
export const nameOf = ({ id, operation, variant }: Row): string => [id, operation, variant].filter(Boolean).join(' ')

export function letterOf({ right }: Pick<Row, 'right'>, role: RoleName): Letter {
  return RIGHTS[right].replaceAll(' ', '')[ROLE_NAMES.indexOf(role)] as Letter
}

type Input = Row['input']
const row = (call: string, right: Row['right'], frozen: Row['frozen'], input: Input): Row => {
  const [, id = '', operation = '', variant = ''] = /^(?:(API-\d+) )?(\S+)(?: (.*))?$/.exec(call) ?? []
  return { id, operation, variant, right, frozen, input }
}
const item: Input = ({ itemId }) => ({ itemId })
const page: Input = ({ pageId }) => ({ pageId })
const version: Input = ({ pageId, pageHistoryId }) => ({ pageId, pageHistoryId })
const inCatalog: Input = ({ itemId, catId }) => ({ itemId, catId })
const text = { pageTitle: 'Changed', pageContent: 'changed' }
const catName = 'Changed'

/** Every built call on an item or on something in it. */
export const ITEM_ROWS: readonly Row[] = [
  row('API-018 item.list', 'inOwnList', 'never', () => ({})),
  row('API-019 item.setOrder', 'self', 'never', ({ itemId }) => ({ data: { [itemId]: 1 } })),
  row('item.add copying the item', 'editItem', 'never', ({ itemId }) => ({ itemName: 'Copy', copyItemId: itemId })),
  row('API-023 item.info', 'viewItem', 'never', item),
  row('API-023 item.info at the personal domain', 'viewItem', 'never', ({ domain }) => ({ itemId: domain })),
  row('API-023 item.info with a keyword', 'viewItem', 'never', ({ itemId }) => ({ itemId, keyword: 'needle' })),
  row('API-020 item.leave', 'leave', 'never', item),
  row('API-024 item.detail', 'manage', 'never', item),
  row('API-025 item.enterPassword', 'public', 'never', ({ itemId, visitPassword }) => ({
    itemId,
    password: visitPassword,
  })),
  row('API-025 item.enterPassword by a page', 'public', 'never', ({ pageId, visitPassword }) => ({
    pageId,
    password: visitPassword,
  })),
  row('API-026 item.update', 'manage', 'archived', ({ itemId }) => ({ itemId, itemName: 'Changed' })),
  row('API-027 item.delete', 'own', 'never', ({ itemId }) => ({ itemId, password: TEST_PASSWORD })),
  row('API-032 item.search', 'viewLogin', 'never', ({ itemId }) => ({ itemId, keyword: 'needle' })),
  row('API-032 item.search everywhere', 'searchOwnList', 'never', () => ({ keyword: 'needle' })),

  row('API-040 page.info', 'view', 'never', page),
  row('page.view', 'view', 'never', page),
  row('API-042 page.history', 'view', 'never', page),
  row('API-050 page.diff', 'view', 'never', version),
  row('API-043 page.commentVersion', 'edit', 'always', (scene) => ({ ...version(scene), pageComments: 'noted' })),
  row('page.restore', 'edit', 'always', version),
  row('API-044 page.delete', 'edit', 'always', page),
  row('API-046 page.setOrder', 'edit', 'always', ({ itemId, pageId }) => ({ itemId, pages: { [pageId]: 1 } })),
  row('API-047 page.save', 'edit', 'always', ({ pageId }) => ({ pageId, ...text })),
  row('API-047 page.save of a new page', 'edit', 'always', (scene) => ({ ...inCatalog(scene), ...text })),
  row('API-047 page.save in the root', 'editItem', 'always', ({ itemId }) => ({ itemId, ...text })),
  row('API-047 page.save elsewhere', 'editItem', 'always', ({ pageId, otherCatId }) => ({
    pageId,
    catId: otherCatId,
    ...text,
  })),

  row('API-059 catalog.listTree', 'viewLogin', 'never', item),
  row('API-060 catalog.listNames', 'viewLogin', 'never', item),
  row('API-061 catalog.pages', 'edit', 'open', inCatalog),
  row('API-061 catalog.pages of the root', 'editItem', 'open', item),
  row('API-062 catalog.save', 'edit', 'always', (scene) => ({ ...inCatalog(scene), catName })),
  row('API-062 catalog.save of a new one', 'edit', 'always', ({ itemId, catId }) => ({
    itemId,
    parentCatId: catId,
    catName,
  })),
  row('API-062 catalog.save in the root', 'editItem', 'always', ({ itemId }) => ({ itemId, catName })),
  row('API-062 catalog.save elsewhere', 'editItem', 'always', (scene) => ({
    ...inCatalog(scene),
    parentCatId: scene.otherCatId,
    catName,
  })),
  row('API-063 catalog.delete', 'edit', 'always', inCatalog),
  row('API-064 catalog.updateAll', 'editItem', 'always', ({ itemId, catId }) => ({
    itemId,
    cats: [{ catId, catName, parentCatId: 0, sNumber: 1 }],
  })),
  row('API-065 catalog.copy into an own item', 'editItem', 'never', ({ catId, ownItemId }) => ({
    catId,
    toItemId: ownItemId,
  })),
  row('API-065 catalog.copy of an own one', 'editItem', 'always', ({ ownCatId, itemId }) => ({
    catId: ownCatId,
    toItemId: itemId,
  })),
  row('API-065 catalog.copy moving away', 'editItem', 'always', ({ catId, ownItemId }) => ({
    catId,
    toItemId: ownItemId,
    isDel: true,
  })),
  row('API-065 catalog.copy moving within', 'editItem', 'always', ({ catId, itemId, otherCatId }) => ({
    catId,
    toItemId: itemId,
    newPCatId: otherCatId,
    isDel: true,
  })),

  row('API-066 member.list', 'manage', 'never', item),
  row('API-067 member.save', 'manage', 'archived', ({ itemId, freeUsername }) => ({
    itemId,
    username: [freeUsername],
    memberGroupId: 'reader',
  })),
  row('API-067 member.save limited to a catalog', 'manage', 'archived', (scene) => ({
    ...inCatalog(scene),
    username: [scene.freeUsername],
    memberGroupId: 'editor',
  })),
  row('API-068 member.delete', 'manage', 'archived', ({ itemId, itemMemberId }) => ({ itemId, itemMemberId })),
  row('API-069 member.listEveryone', 'editRead', 'open', item),
  row('API-078 teamItem.list', 'manage', 'never', item),
  row('API-089 recycle.list', 'manage', 'never', item),
  row('API-090 recycle.recover', 'manage', 'archived', ({ itemId, recycledId }) => ({ itemId, pageId: recycledId })),

  row('API-092 template.listOfItem', 'editRead', 'open', item),
  row('API-095 template.share', 'editRead', 'always', ({ templateId, itemId }) => ({ templateId, itemIds: [itemId] })),
]

export const CALLERS = ['anonymous', 'logged in', 'site administrator'] as const

/** What a call that concerns no item needs to be well formed. */
export interface Materials {
  /** Of the caller, or of somebody for visitors. */
  readonly username: string
  readonly templateId: number
  readonly groupId: number
  /** A name nobody has. */
  readonly freeName: string
  /** The verification code this browser was shown. */
  readonly vCode: string
}
export interface PublicRow {
  readonly id: string
  readonly operation: string
  /** The answer for each of `CALLERS`: a letter as above, or the number of another refusal. */
  readonly answers: readonly (Letter | number)[]
  input(materials: Materials): Readonly<Record<string, unknown>>
}

const publicRow = (call: string, answers: PublicRow['answers'], input: PublicRow['input'] = () => ({})): PublicRow => {
  const [, id = '', operation = ''] = /^(?:(API-\d+) )?(\S+)$/.exec(call) ?? []
  return { id, operation, answers, input }
}
const everybody: PublicRow['answers'] = ['A', 'A', 'A']
const users: PublicRow['answers'] = ['L', 'A', 'A']
const newPassword = 'a quieter owl at dawn'

/** Every built call that concerns no item of others. */
export const PUBLIC_ROWS: readonly PublicRow[] = [
  publicRow('API-001 site.homePage', everybody),
  publicRow('API-002 site.captcha', everybody),
  publicRow('API-003 site.qrCode', everybody, () => ({ url: 'https://docs.example.org/1' })),
  publicRow('API-004 site.version', everybody),
  publicRow('API-005 account.login', everybody, ({ username }) => ({ username, password: TEST_PASSWORD })),
  publicRow('API-006 account.oauthInfo', everybody),
  publicRow('API-008 site.runDueJobs', everybody),
  publicRow('API-009 account.register', everybody, ({ freeName, vCode }) => ({
    username: freeName,
    password: newPassword,
    confirmPassword: newPassword,
    vCode,
  })),
  publicRow('account.registerInfo', everybody),
  // Closed for good once there is an account.
  publicRow('account.setUp', [10217, 10217, 10217], ({ freeName }) => ({
    username: freeName,
    password: newPassword,
    confirmPassword: newPassword,
    token: 'guessed',
  })),
  publicRow('audit.list', ['L', 'D', 'A']),
  publicRow('API-010 account.me', users),
  publicRow('API-011 account.changePassword', users, () => ({ password: TEST_PASSWORD, newPassword })),
  publicRow('API-013 account.rename', users, () => ({ name: 'Mei' })),
  publicRow('API-016 account.logout', users, () => ({ confirm: true })),
  publicRow('API-017 account.listUsers', users, () => ({ username: 'o' })),
  publicRow('API-021 item.add', users, () => ({ itemName: 'Own' })),
  publicRow('API-036 itemGroup.list', users),
  publicRow('API-037 itemGroup.save', users, () => ({ groupName: 'Payments' })),
  publicRow('API-038 itemGroup.delete', users, ({ groupId }) => ({ id: groupId })),
  publicRow('API-039 itemGroup.setOrder', users, ({ groupId }) => ({ groups: [{ id: groupId, sNumber: 1 }] })),
  publicRow('API-051 formatTools.sqlToTable', everybody, () => ({ sql: 'CREATE TABLE users (id INTEGER)' })),
  publicRow('API-091 template.listMine', users),
  publicRow('API-093 template.save', users, () => ({ templateTitle: 'Minutes', templateContent: 'text' })),
  publicRow('API-094 template.delete', users, ({ templateId }) => ({ id: templateId })),
]

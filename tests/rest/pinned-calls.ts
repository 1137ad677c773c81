import { ADMIN_CALLS, PLUGIN_CALLS } from './pinned-admin-calls.ts'
import { PROGRAM_CALLS } from './pinned-program-calls.ts'
import { SECOND_FACTOR_CALLS } from './pinned-second-factor-calls.ts'
import { START_CALLS } from './pinned-start-calls.ts'
import { TREE_CALLS } from './pinned-tree-calls.ts'

/** Who makes a call: Pia owns what it is about, Tom is somebody else, Vera administers the site. */
export type Caller = 'pia' | 'tom' | 'vera' | 'visitor'

export interface PinnedCall {
  readonly caller: Caller
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Sent as a form with a file in this field. */
  readonly fileField?: string
  /** `pay.gif` when left out. */
  readonly fileName?: string
}

const by =
  (caller: Caller) =>
  (path: string, fields: PinnedCall['fields'] = {}, fileField?: string): PinnedCall => ({
    ...{ caller, path, fields },
    ...(fileField !== undefined && { fileField }),
  })
const pia = by('pia')
const tom = by('tom')
const vera = by('vera')
const visitor = by('visitor')

const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'another horse battery'
const MISSING = 999

const SITE: readonly PinnedCall[] = [
  visitor('common/homePageSetting'),
  visitor('common/version'),
  visitor('common/qrcode', { size: 2, url: 'https://docs.example.org/1' }),
  visitor('common/verify'),
  visitor('site/watermark'),
  visitor('ScriptCron/run'),
  visitor('user/oauthInfo'),
  visitor('ExtLogin/oauth2'),
  visitor('user/mailInfo'),
  visitor('user/sendVerifyCode', { email: 'nobody@example.org' }),
  visitor('user/registerInfo'),
  visitor('page/sqlToMarkdownTable', { sql: 'create table users (id integer primary key, name text)' }),
  visitor('page/sqlToMarkdownTable', { sql: 'select 1' }),
  visitor('no/such'),
  visitor('adminItem/getList'),
]

const ITEMS: readonly PinnedCall[] = [
  pia('item/add', { item_name: 'Payments', item_description: 'How we pay', item_domain: 'pay', password: 'sesame' }),
  pia('item/add', { item_name: 'Shop', item_type: 4 }),
  pia('item/add', { item_name: ' ' }),
  pia('item/add', { item_name: 'Taken', item_domain: 'pay' }),
  pia('item/sort', { data: { 1: 2, 2: 1 } }),
  pia('itemGroup/save', { group_name: 'Money', item_ids: [1, 2] }),
  pia('itemGroup/save', { group_name: 'Other', item_ids: [] }),
  pia('itemGroup/save', { id: MISSING, group_name: 'Nobody' }),
  pia('itemGroup/saveSort', {
    groups: [
      { id: 1, s_number: 2 },
      { id: 2, s_number: 1 },
    ],
  }),
  pia('itemGroup/saveSort', { groups: [{ id: 1, s_number: 'x' }] }),
  pia('itemGroup/getList'),
  pia('item/sort', { data: { 1: 1, 2: 2 }, item_group_id: 1 }),
  pia('item/sort', { data: { 1: 1 }, item_group_id: MISSING }),
  pia('item/myList'),
  pia('item/myList', { item_group_id: 1, original: 1 }),
  pia('item/detail', { item_id: 1 }),
  pia('item/update', { item_id: 1, item_name: 'Payment API' }),
  pia('item/update', { item_id: 1, item_name: 'Payment API', item_domain: '7' }),
]

const CATALOGS: readonly PinnedCall[] = [
  pia('catalog/save', { item_id: 1, cat_name: 'Guides', s_number: 3 }),
  pia('catalog/save', { item_id: 1, cat_name: 'First steps', parent_cat_id: 1 }),
  pia('catalog/save', { item_id: 1, cat_name: 'On a phone', parent_cat_id: 2 }),
  pia('catalog/save', { item_id: 1, cat_name: 'Orders' }),
  pia('catalog/save', { item_id: 1, cat_name: 'Too deep', parent_cat_id: 3 }),
  pia('catalog/save', { item_id: 1, cat_name: '' }),
  pia('catalog/save', { item_id: 1, cat_id: MISSING, cat_name: 'Nowhere' }),
  pia('catalog/save', { item_id: 1, cat_id: 4, cat_name: 'Orders', s_number: 1 }),
  pia('catalog/batUpdate', {
    item_id: 1,
    cats: [
      { cat_id: 1, cat_name: 'Guides', parent_cat_id: 0, s_number: 2 },
      { cat_id: 4, cat_name: 'All orders', parent_cat_id: 0, s_number: 1 },
    ],
  }),
  pia('catalog/batUpdate', { item_id: 1, cats: [{ cat_id: 'x', cat_name: 'x', parent_cat_id: 0, s_number: 1 }] }),
  pia('catalog/batUpdate', { item_id: 1, cats: [{ cat_id: 1, parent_cat_id: 0, s_number: 1 }] }),
  pia('catalog/batUpdate', { item_id: 1, cats: [{ cat_id: 1, cat_name: 'x', parent_cat_id: -1, s_number: 1 }] }),
  pia('catalog/batUpdate', { item_id: 1, cats: [{ cat_id: 1, cat_name: 'x', parent_cat_id: 0 }] }),
  pia('catalog/batUpdate', { item_id: 1, cats: [{ cat_id: 1, cat_name: 'x', parent_cat_id: 2, s_number: 1 }] }),
  pia('catalog/copy', { cat_id: 4, new_p_cat_id: 1, to_item_id: 1 }),
  pia('catalog/copy', { cat_id: 5, new_p_cat_id: 0, to_item_id: 2, is_del: 1 }),
  pia('catalog/copy', { cat_id: 1, new_p_cat_id: 2, to_item_id: 1, is_del: 1 }),
  tom('catalog/copy', { cat_id: 1, to_item_id: 1 }),
  pia('catalog/catListGroup', { item_id: 1 }),
  pia('catalog/catListName', { item_id: 1 }),
  pia('catalog/delete', { item_id: 2, cat_id: 6 }),
  tom('catalog/delete', { item_id: 1, cat_id: 1 }),
]

const PAGES: readonly PinnedCall[] = [
  pia('page/save', { item_id: 1, page_title: 'Welcome', page_content: '# Welcome\n' }),
  pia('page/save', { item_id: 1, page_title: 'Log in', page_content: '# Log in\n', cat_id: 1, s_number: 7 }),
  pia('page/save', { item_id: 1, page_title: 'Tap', page_content: 'Tap once.', cat_id: 3, s_number: 2 }),
  pia('page/save', {
    ...{ page_id: 2, page_title: 'Log%20in+again', page_content: '%23 Token', is_urlencode: 1 },
    ...{ is_notify: 1, notify_content: 'new', base_revision: 1, save_id: 'save-0001' },
  }),
  pia('page/save', { page_id: 2, page_title: 'Late', page_content: 'late', base_revision: 1 }),
  pia('page/save', { item_id: 1, page_title: 'x', page_content: 'x', cat_id: MISSING }),
  pia('page/save', { page_id: MISSING, page_title: 'x', page_content: 'x' }),
  tom('page/save', { page_id: 2, page_title: 'x', page_content: 'x' }),
  pia('page/sort', { pages: { 2: 6 }, item_id: 1 }),
  pia('page/sort', { pages: { x: 5 }, item_id: 1 }),
  pia('page/info', { page_id: 2 }),
  visitor('page/info', { page_id: 2 }),
  pia('page/view', { page_id: 2 }),
  pia('catalog/getPagesBycat', { item_id: 1, cat_id: 1 }),
  pia('catalog/getPagesBycat', { item_id: 1 }),
  pia('page/history', { page_id: 2 }),
  pia('page/versions', { page_id: 2 }),
  pia('page/diff', { page_id: 2, page_history_id: 1 }),
  pia('page/diff', { page_id: 2, page_history_id: MISSING }),
  pia('page/updateHistoryComments', { page_id: 2, page_history_id: 1, page_comments: 'before' }),
  pia('page/updateHistoryComments', {
    ...{ page_id: 2, page_history_id: 1, page_comments: 'later', former_comments: 'other' },
  }),
  pia('page/compare', { page_id: 2, page_history_id: 1 }),
  pia('page/restoreHistory', { page_id: 2, page_history_id: 1, base_revision: 2 }),
  pia('page/compare', { page_id: 2, page_history_id: 2, other_history_id: 1 }),
  pia('page/keepDraft', {
    ...{ draft_id: 'editor-0001', page_id: 2, page_title: 'Unsaved', page_content: 'unsaved', cat_id: 1 },
    ...{ base_revision: 3, base_cat_id: 1, kept_at: 1_772_000_000_000 },
  }),
  pia('page/keepDraft', { draft_id: 'editor-0002', item_id: 1, page_content: 'new', kept_at: 1_772_000_000_001 }),
  ...[pia('page/drafts', { page_id: 2 }), pia('page/drafts', { item_id: 1 })],
  ...[pia('page/draftList', { page_id: 2 }), pia('page/draft', { page_id: 2, draft_id: 'editor-0001' })],
  pia('page/dropDraft', { draft_id: 'editor-0001', kept_at: 1_772_000_000_000 }),
  pia('page/createSinglePage', { page_id: 2, isCreateSiglePage: 1 }),
  visitor('page/infoByKey', { page_id: 2, unique_key: '{key}' }),
  visitor('page/viewByKey', { unique_key: '{key}' }),
  visitor('page/infoByKey', { unique_key: 'wrong' }),
  pia('page/createSinglePage', { page_id: 1, isCreateSiglePage: 0 }),
  pia('page/setLock', { page_id: 2, item_id: 1, tab: 'left' }),
  pia('page/isLock', { page_id: 2 }),
  pia('page/isLock', { page_id: 1 }),
  pia('page/locks', { item_id: 1 }),
  vera('page/setLock', { page_id: 2, item_id: 1 }),
  vera('page/breakLock', { page_id: 2 }),
  pia('page/save', { page_id: 2, page_title: 'Held', page_content: 'held' }),
  vera('page/setLock', { page_id: 2, item_id: 1, lock_to: 1000 }),
  pia('item/info', { item_id: 1 }),
  pia('item/info', { item_id: 'pay', default_page_id: 3 }),
  pia('item/info', { item_id: 1, keyword: 'tap' }),
  pia('item/info', { item_id: 2 }),
  visitor('item/info', { item_id: 1 }),
  visitor('item/pwd', { item_id: 1, password: 'wrong' }),
  visitor('item/pwd', { page_id: 2, password: 'sesame' }),
  visitor('item/info', { item_id: 1 }),
  visitor('page/history', { page_id: 2 }),
  pia('item/search', { keyword: 'tap', item_id: 1 }),
  pia('item/search', { keyword: 'log' }),
  pia('page/delete', { page_id: 4 }),
  pia('page/info', { page_id: 4 }),
  ...TREE_CALLS,
]

const FILES: readonly PinnedCall[] = [
  pia('page/upload', { page_id: 2, item_id: 1 }, 'file'),
  pia('page/upload', {}, 'file'),
  pia('page/upload', { page_id: MISSING }, 'file'),
  pia('page/uploadImg', {}, 'editormd-image-file'),
  pia('page/uploadList', { page_id: 2 }),
  visitor('page/uploadList', { page_id: 2, unique_key: '{key}' }),
  pia('attachment/bindingPage', { file_id: 2, page_id: 2 }),
  pia('attachment/bindingPage', { file_id: MISSING, page_id: 2 }),
  pia('attachment/getMyList'),
  pia('attachment/getMyList', { attachment_type: 1, display_name: 'x' }),
  vera('attachment/getAllList', { username: 'pia' }),
  pia('attachment/getAllList'),
  pia('page/deleteUploadFile', { file_id: 1, page_id: 2 }),
  pia('attachment/deleteMyAttachment', { file_id: 2 }),
  tom('attachment/deleteMyAttachment', { file_id: 3 }),
  vera('attachment/deleteAttachment', { file_id: 3 }),
]

const PEOPLE: readonly PinnedCall[] = [
  pia('member/save', { item_id: 1, username: 'tom', member_group_id: 1, cat_id: 1 }),
  pia('member/save', { item_id: 1, username: 'vera', member_group_id: 0 }),
  pia('member/save', { item_id: 1, username: 'nobody', member_group_id: 1 }),
  pia('member/save', { item_id: 1, username: 'tom', member_group_id: 9 }),
  pia('member/save', { item_id: 1, username: 'tom', member_group_id: 1, cat_id: 2 }),
  pia('member/getList', { item_id: 1 }),
  pia('member/getAllList', { item_id: 1 }),
  pia('member/getLimits', { item_id: 1 }),
  tom('member/getList', { item_id: 1 }),
  tom('item/info', { item_id: 1 }),
  pia('access/ofItem', { item_id: 1 }),
  pia('access/viewAs', { item_id: 1, user_id: 8 }),
  pia('access/viewAs', { item_id: 1, user_id: MISSING }),
  pia('team/save', { team_name: 'Gateway' }),
  pia('team/save', { team_name: 'Second' }),
  pia('team/save', { id: 2, team_name: 'Renamed' }),
  pia('team/getList'),
  pia('teamMember/save', { team_id: 1, member_username: 'tom,vera', team_member_group_id: 1 }),
  pia('teamMember/save', { team_id: 1, member_username: 'tom', team_member_group_id: 9 }),
  pia('teamMember/getList', { team_id: 1 }),
  pia('teamItem/save', { team_id: 1, item_id: '1,2' }),
  tom('teamItem/save', { team_id: 1, item_id: 2 }),
  pia('teamItem/getList', { item_id: 1 }),
  tom('teamItem/getListByTeam', { team_id: 1 }),
  pia('teamItemMember/getList', { item_id: 1, team_id: 1 }),
  pia('teamItemMember/getCatalogs', { item_id: 1, team_id: 1 }),
  pia('teamItemMember/save', { id: 1, member_group_id: 0, cat_id: 1 }),
  pia('teamItemMember/save', { id: 1, cat_id: MISSING }),
  pia('teamItemMember/getList', { item_id: 1, team_id: 1 }),
  tom('item/exitItem', { item_id: 2 }),
  pia('teamItemMember/add', { item_id: 2, team_id: 1, member_username: 'tom' }),
  pia('access/ofItem', { item_id: 1 }),
  tom('team/exit', { id: 1 }),
  pia('teamMember/delete', { id: 2 }),
  pia('teamItem/delete', { id: 1 }),
  pia('team/attorn', { team_id: 2, username: 'tom', password: 'wrong' }),
  pia('team/attorn', { team_id: 2, username: 'tom', password: PASSWORD }),
  pia('team/delete', { id: 1 }),
  pia('member/delete', { item_id: 1, item_member_id: 2 }),
  pia('member/delete', { item_id: 1, item_member_id: MISSING }),
  pia('item/getChangeLog', { item_id: 1, count: 300 }),
  pia('item/getChangeLog', { item_id: 1, page: 2, count: 3 }),
]

const PLUGINS: readonly PinnedCall[] = [
  pia('template/save', { template_title: 'Notes', template_content: '## Present' }),
  pia('template/save', { template_title: 'Rules', template_content: '## Rules' }),
  pia('template/shareToItem', { template_id: '{template}', item_id: '1,2' }),
  pia('template/getMyList'),
  pia('template/getItemList', { item_id: 1 }),
  tom('template/shareToItem', { template_id: '{template}', item_id: 1 }),
  pia('template/delete', { id: '{template}' }),
  pia('subscription/savePage', { page_id: 2, uids: '7,8' }),
  pia('subscription/savePage', { page_id: 2, uids: [MISSING] }),
  pia('subscription/getPageList', { page_id: 2 }),
  pia('subscription/deletePage', { page_id: 2, uids: [7] }),
  pia('subscription/follow', { page_id: 3 }),
  pia('subscription/mine', { page_id: 3 }),
  pia('subscription/unfollow', { page_id: 3 }),
  vera('message/addAnnouncement', { message_content: 'The server rests.' }),
  pia('message/addAnnouncement', { message_content: 'No.' }),
  pia('message/getAnnouncementList'),
  pia('message/getRemindList'),
  pia('message/getUnread'),
  pia('message/setRead', { message_content_id: '{reminder}', from_uid: 8, shown_at: 1 }),
  pia('message/setRead', { message_content_id: '{reminder}', from_uid: 9 }),
  pia('message/setRead', { message_content_id: '{reminder}', from_uid: 8 }),
  pia('message/getRemindList', { page: 1, count: 1 }),
  pia('message/getUnread'),
  vera('message/deleteAnnouncement', { message_content_id: '{announcement}' }),
  pia('notice/getList', { notice_type: 'unread' }),
  pia('notice/setRead', { notice_id: '{notice}' }),
  ...['notice/getList', 'message/counts', 'message/setAllRead'].map((call) => pia(call)),
  tom('notice/delete', { notice_id: '{notice}' }),
  pia('notice/delete', { notice_id: '{notice}' }),
  pia('item/getKey', { item_id: 1 }),
  pia('itemKey/advice', { item_id: 1 }),
  ...PROGRAM_CALLS,
  tom('item/getKey', { item_id: 1 }),
  pia('item/resetKey', { item_id: 1 }),
]

const ACCOUNTS: readonly PinnedCall[] = [
  visitor('user/register', {
    ...{ username: 'nina', password: PASSWORD, confirm_password: PASSWORD, v_code: '{captcha}' },
  }),
  visitor('user/logout', { confirm: 1 }),
  visitor('user/register', { username: 'nils', password: PASSWORD, confirm_password: PASSWORD, v_code: 'wrong' }),
  visitor('user/register', { username: 'nils', password: PASSWORD, confirm_password: 'other' }),
  visitor('user/login', { username: 'tom', password: 'wrong' }),
  visitor('user/login', { username: 'nobody', password: 'wrong' }),
  visitor('user/login', { username: 'tom', password: PASSWORD, v_code: '' }),
  visitor('user/loginByUserToken', { token: '{userToken}', is_confirmed: 1 }),
  visitor('user/loginByUserToken', { token: 'wrong' }),
  visitor('user/loginByLink', { token: 'wrong' }),
  visitor('user/logout', { confirm: 1 }),
  visitor('user/setUp', { username: 'root', password: PASSWORD, confirm_password: PASSWORD, token: 'wrong' }),
  visitor('user/resetPasswordEmail', { email: 'tom@example.org', v_code: 'wrong' }),
  visitor('user/resetPasswordEmail', { email: 'tom@example.org', v_code: '{captcha}' }),
  visitor('user/resetPasswordByUrl', { new_password: NEW_PASSWORD, uid: 8, email: 'tom@example.org', token: 'wrong' }),
  visitor('user/confirmEmail', { uid: 8, email: 'tom@example.org', token: 'wrong' }),
  pia('user/info'),
  pia('user/info', { redirect_login: 1 }),
  vera('user/info'),
  pia('user/allUser', { username: 'to' }),
  pia('user/updateInfo', { name: 'Pia Lind' }),
  pia('user/updatePreferences', { language: 'en', color_scheme: 'dark' }),
  pia('user/updatePreferences', { language: 'tlh' }),
  pia('user/updateEmail', { email: 'pia.lind@example.org', password: PASSWORD }),
  pia('user/updateEmail', { email: 'tom@example.org', password: 'wrong' }),
  pia('user/sendEmailConfirmation'),
  tom('user/sendEmailConfirmation'),
  pia('session/list'),
  pia('session/close', { id: MISSING }),
  pia('session/closeOthers'),
  pia('user/resetPassword', { password: 'wrong', new_password: NEW_PASSWORD }),
  pia('user/resetPassword', { password: PASSWORD, new_password: '123' }),
  pia('user/resetPassword', { password: PASSWORD, new_password: NEW_PASSWORD }),
]

const ENDS: readonly PinnedCall[] = [
  pia('itemGroup/delete', { id: 2 }),
  pia('item/attorn', { item_id: 2, username: 'tom', password: NEW_PASSWORD }),
  pia('item/attorn', { item_id: 1, username: 'nobody', password: NEW_PASSWORD }),
  tom('item/delete', { item_id: 2, password: 'wrong' }),
  tom('item/delete', { item_id: 2, password: PASSWORD }),
  pia('item/add', { item_name: 'Old', copy_item_id: 1 }),
  pia('item/archive', { item_id: 4, password: NEW_PASSWORD }),
  pia('catalog/save', { item_id: 4, cat_name: 'Late' }),
  vera('audit/getList', { count: 1000 }),
  vera('audit/getList', { uid: 7, action: 'access.refused' }),
  pia('template/heads'),
  pia('template/headsOfItem', { item_id: 1 }),
  pia('template/text', { template_id: 1 }),
]

/** After all else, so that what came before keeps its ids and times. */
const KINDS: readonly PinnedCall[] = [
  pia('item/types'),
  pia('item/add', { item_name: 'Two writers' }),
  pia('page/save', { item_id: 5, page_id: 0, page_title: 'Log in', page_content: '# Log in' }),
  pia('page/merge', { page_id: 10, base: '# Log in', mine: '# Log on', theirs: '# Log in\n\nWith a key.' }),
  pia('page/merge', { page_id: 10, base: '# Log in', mine: '# Log on', theirs: '# Sign in' }),
]

const ADMINISTRATION: readonly PinnedCall[] = [
  ...PLUGIN_CALLS,
  vera('settings/write', { section: 'site', values: { registerOpen: false } }),
  vera('settings/write', { section: 'site', values: { registerOpen: 'x' } }),
  vera('settings/write', { section: 'no-such-section', values: {} }),
  vera('settings/read'),
  pia('settings/read'),
]

const ELSEWHERE: readonly PinnedCall[] = [
  visitor('user/loginWays'),
  pia('page/findElsewhere', { item_id: 5, keyword: 'log' }),
]

const TASKS: readonly PinnedCall[] = [
  pia('export/formats'),
  pia('export/file', { format: 'listing', item_id: 1 }),
  pia('export/articles', { item_id: 1, page_ids: [1, 2] }),
  pia('export/diagrams', { item_id: 1 }),
  ...[{}, { everybody: 1 }].map((fields) => pia('task/list', fields)),
  vera('task/list', { everybody: 1 }),
  pia('export/start', { format: 'listing', item_id: 1 }),
  pia('import/formats'),
  { ...pia('import/preview', {}, 'file'), fileName: 'pay.txt' },
  { ...pia('import/auto', {}, 'file'), fileName: 'pay.txt' },
  pia('item/setGlobalParams', { item_id: 1, global_param: { header: [{ name: 'X-App', value: 'shop' }] } }),
]

/** One story on an empty site, in which every call that can is answered. Its ids are those of an empty database. */
export const PINNED_CALLS: readonly PinnedCall[] = [
  ...[...SITE, ...ITEMS],
  ...CATALOGS,
  ...PAGES,
  ...FILES,
  ...PEOPLE,
  ...PLUGINS,
  ...ACCOUNTS,
  ...ENDS,
  ...KINDS,
  ...ADMINISTRATION,
  ...ELSEWHERE,
  ...TASKS,
  ...[...ADMIN_CALLS, ...START_CALLS, ...SECOND_FACTOR_CALLS],
]

/** Calls that no one can make without a letter, an invitation, the operator's key, the log of a first start, a file's address, plugins that do things, or a newer version. */
export const NEVER_DONE: readonly string[] = [
  ...['adminUpdate/start', 'adminUpdate/download', 'adminUpdate/updateFiles'],
  ...['plugin/upload', 'plugin/install', 'plugin/discard'],
  'user/setUp',
  'ExtLogin/oauth2',
  ...['user/resetPasswordByUrl', 'user/loginByLink', 'user/confirmEmail', 'user/acceptInvitation'],
  ...['invitation/withdraw', 'session/close', 'import/start', 'import/undo'],
  ...['plugin/switchOn', 'plugin/switchOff', 'health/read', 'health/runAgain', 'backup/start'],
  ...['attachment/visit', 'attachment/visitFile', 'site/logo', 'site/putLogo'],
  ...['secondFactor/begin', 'secondFactor/switchOn', 'secondFactor/switchOff', 'secondFactor/renewRecoveryCodes'],
  ...['adminUser/removeSecondFactor', 'user/completeSignIn', 'account/linkLogin', 'account/unlinkLogin'],
  ...['task/status', 'task/cancel', 'task/dismiss', 'task/result'],
]

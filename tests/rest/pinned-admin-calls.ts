import type { Caller, PinnedCall } from './pinned-calls.ts'

const by =
  (caller: Caller) =>
  (path: string, fields: PinnedCall['fields'] = {}): PinnedCall => ({ caller, path, fields })
const pia = by('pia')
const tom = by('tom')
const vera = by('vera')
const visitor = by('visitor')

const NEW_PASSWORD = 'another horse battery'
const GIVEN_PASSWORD = 'a word of the office'
const MISSING = 999

/** What administrators of the site do with people, items and settings. */
export const ADMIN_CALLS: readonly PinnedCall[] = [
  vera('backup/read'),
  pia('backup/read'),
  vera('backup/list'),
  vera('backup/start'),
  vera('backup/plan', { is_on: 1, hour: 2 }),
  vera('backup/plan', { is_on: 0, hour: 2 }),
  vera('backup/plan', { is_on: 0, hour: 24 }),
  vera('health/failedJobs'),
  pia('health/failedJobs'),
  pia('health/read'),
  vera('health/runAgain', { job_id: MISSING }),
  vera('adminUser/addUser', { username: 'nora', password: NEW_PASSWORD, uid: 0, name: 'Nora' }),
  vera('adminUser/addUser', { username: 'Pia', password: NEW_PASSWORD }),
  vera('adminUser/addUser', { uid: MISSING, name: 'Nobody' }),
  pia('adminUser/addUser', { username: 'other', password: NEW_PASSWORD }),
  vera('adminUser/addUser', { uid: 11, password: GIVEN_PASSWORD, must_change_password: 1 }),
  vera('adminUser/addUser', { uid: 11, must_change_password: 1 }),
  visitor('user/login', { username: 'nora', password: GIVEN_PASSWORD }),
  visitor('user/changeDuePassword', { username: 'nora', password: GIVEN_PASSWORD, new_password: GIVEN_PASSWORD }),
  visitor('user/changeDuePassword', { username: 'nora', password: GIVEN_PASSWORD, new_password: NEW_PASSWORD }),
  visitor('user/logout', { confirm: 1 }),
  vera('adminUser/getList', { username: 'nora', page: 1, count: 7 }),
  vera('adminUser/getList', { username: 'vera' }),
  pia('adminUser/getList'),
  vera('adminUser/endSessions', { uid: 11 }),
  vera('adminUser/endSessions', { uid: MISSING }),
  vera('adminUser/switchOff', { uid: 11 }),
  vera('adminUser/switchOff', { uid: MISSING }),
  vera('adminUser/switchOn', { uid: 11 }),
  pia('adminUser/switchOff', { uid: 11 }),
  vera('adminUser/makeAdministrator', { uid: 11 }),
  vera('adminUser/makeAdministrator', { uid: MISSING }),
  vera('adminUser/unmakeAdministrator', { uid: 11 }),
  vera('adminUser/unmakeAdministrator', { uid: 9 }),
  vera('adminUser/unmakeAdministrator', { uid: 9, is_confirmed: 1 }),
  vera('adminUser/belongings', { uid: 7 }),
  pia('adminUser/belongings', { uid: 7 }),
  vera('adminUser/handOver', { uid: 7, username: 'nobody' }),
  vera('adminUser/handOver', { uid: 11, username: 'nora' }),
  vera('adminUser/handOver', { uid: 11, username: 'vera' }),
  vera('adminUser/deleteUser', { uid: 11 }),
  vera('adminUser/deleteUser', { uid: 7 }),
  vera('adminUser/deleteUser', { uid: 9 }),
  vera('adminUser/deleteUser', { uid: MISSING }),
  vera('adminUpdate/checkUpdate'),
  pia('adminUpdate/checkUpdate'),
  vera('adminUpdate/download'),
  vera('adminUpdate/updateFiles'),
  vera('update/checkDb'),
  pia('update/checkDb'),
  vera('adminItem/getList', { item_name: 'pay' }),
  vera('adminItem/getList', { username: 'nobody' }),
  vera('adminItem/attorn', { item_id: 1, username: 'tom' }),
  vera('adminItem/attorn', { item_id: MISSING, username: 'tom' }),
  tom('adminItem/attorn', { item_id: 1, username: 'pia' }),
  vera('adminItem/deleteItem', { item_id: 1 }),
  vera('adminSetting/saveConfig', {
    ...{ register_open: 1, home_page: 2, oss_open: 0, history_version_count: 'many' },
    oss_setting: { oss_type: 'qiniu', key: 'key', secret: 'of qiniu', bucket: 'docs' },
  }),
  vera('adminSetting/saveConfig', { home_page: 4 }),
  vera('adminSetting/loadConfig'),
  pia('adminSetting/loadConfig'),
  vera('siteConfig/tryStorage', {
    oss_setting: { oss_type: 's3_storage', endpoint: '127.0.0.1:1', bucket: 'docs', key: 'key', secret: 'secret' },
  }),
  vera('siteConfig/storages'),
  pia('siteConfig/storages'),
  vera('siteConfig/moveFiles'),
  pia('siteConfig/moveFiles'),
]

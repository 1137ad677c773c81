import type { LinkPurpose } from '#core/account/mail-link.ts'
import { PNG } from '#tests/support/sample-files.ts'
import { TEST_PASSWORD } from '#tests/support/services.ts'

/** What a call that concerns nothing of others needs to be well formed. */
export interface Materials {
  /** Of the caller, or of somebody for visitors. */
  readonly username: string
  readonly sessionId: number
  readonly loginToken: string
  /** What links sent by mail say, by what they are good for. */
  readonly links: Readonly<Record<Exclude<LinkPurpose, 'tellFormer'>, Readonly<Record<string, unknown>>>>
  readonly templateId: number
  readonly noticeId: number
  /** For everybody. */
  readonly announcementId: number
  readonly groupId: number
  readonly fileId: number
  /** Without a file. */
  readonly taskId: number
  /** Of somebody who owns nothing. */
  readonly leaverId: number
  /** Of somebody else. */
  readonly foreignItemId: number
  /** The same, in the bin. */
  readonly recycledItemId: number
  /** A name nobody has. */
  readonly freeName: string
  /** The verification code this browser was shown. */
  readonly captcha: string
}
type OwnCall = (materials: Materials) => Readonly<Record<string, unknown>>

const newPassword = 'a quieter owl at dawn'
const EMPTY_SETTINGS = JSON.stringify({ format: 'octavo-settings', version: 1, sections: {} })
const UPLOADED = new Blob(['how we pay'])
const nothing: OwnCall = () => ({})

/** How the calls that concern no item or team of others are made, by their names in the matrix. */
export const OWN_CALLS: Readonly<Record<string, OwnCall>> = {
  'common/homePageSetting': nothing,
  'common/verify': nothing,
  'common/qrcode': () => ({ url: 'https://docs.example.org/1' }),
  'common/version': nothing,
  'site/watermark': nothing,
  'user/login': ({ username }) => ({ username, password: TEST_PASSWORD }),
  'user/changeDuePassword': ({ username }) => ({ username, password: TEST_PASSWORD, newPassword }),
  'user/oauthInfo': nothing,
  'ScriptCron/run': nothing,
  'user/register': ({ freeName, captcha }) => ({
    username: freeName,
    password: newPassword,
    confirmPassword: newPassword,
    captcha,
  }),
  'user/loginWays': nothing,
  'user/registerInfo': nothing,
  'user/mailInfo': nothing,
  'user/sendVerifyCode': ({ freeName }) => ({ email: `code.${freeName}@example.org` }),
  'user/setUp': ({ freeName }) => ({
    username: freeName,
    password: newPassword,
    confirmPassword: newPassword,
    token: 'guessed',
  }),
  'audit/getList': nothing,
  'adminUpdate/checkUpdate': nothing,
  'adminUpdate/download': nothing,
  'adminUpdate/start': nothing,
  'adminUpdate/updateFiles': nothing,
  'update/checkDb': nothing,
  'backup/read': nothing,
  'backup/list': nothing,
  'backup/start': nothing,
  'backup/plan': () => ({ isOn: false, hour: 3 }),
  'health/read': nothing,
  'health/failedJobs': nothing,
  'health/runAgain': () => ({ jobId: 999_999 }),
  'plugin/list': nothing,
  'plugin/uploads': nothing,
  'plugin/upload': () => ({ file: UPLOADED }),
  'plugin/install': () => ({ id: 'no-such-plugin' }),
  'plugin/discard': () => ({ id: 'no-such-plugin' }),
  'settings/read': nothing,
  'settings/exportFile': nothing,
  'settings/previewFile': () => ({ file: EMPTY_SETTINGS }),
  'settings/importFile': () => ({ file: EMPTY_SETTINGS }),
  'settings/write': () => ({ section: 'site', values: {} }),
  'adminSetting/saveLdapConfig': nothing,
  'adminSetting/loadLdapConfig': nothing,
  'ldapLogin/tryConfig': nothing,
  'siteConfig/storages': nothing,
  'siteConfig/moveFiles': nothing,
  'invitation/list': nothing,
  'invitation/add': nothing,
  'invitation/withdraw': () => ({ id: 999_999 }),
  'user/acceptInvitation': ({ freeName }) => ({
    username: freeName,
    password: newPassword,
    confirmPassword: newPassword,
    token: 'guessed',
  }),
  'adminUser/previewSeveral': () => ({ people: [{ name: 'Mei' }] }),
  'adminUser/addSeveral': ({ freeName }) => ({ people: [{ email: `several.${freeName}@example.org` }] }),
  'siteConfig/tryMail': () => ({ to: 'mei@example.org', values: {} }),
  'siteConfig/tryStorage': () => ({
    ossSetting: { provider: 's3_storage', endpoint: '127.0.0.1:1', bucket: 'docs', key: 'key', secret: 'secret' },
  }),
  'adminSetting/saveOauth2Config': nothing,
  'oauthSites/list': nothing,
  'oauthSites/save': () => ({ id: 'github' }),
  'oauthSites/remove': () => ({ id: 'nosuchsite' }),
  'adminSetting/loadOauth2Config': nothing,
  'ExtLogin/oauth2': nothing,
  'adminSetting/getLoginSecretKey': nothing,
  'adminSetting/resetLoginSecretKey': nothing,
  'ExtLogin/bySecretKey': () => ({ username: 'guessed', time: '1772357400', token: 'guessed' }),
  'plugin/switchOn': () => ({ id: 'no-such-plugin' }),
  'plugin/switchOff': () => ({ id: 'no-such-plugin' }),
  'user/info': nothing,
  'user/resetPassword': () => ({ password: TEST_PASSWORD, newPassword }),
  'user/updateInfo': () => ({ name: 'Mei' }),
  'user/updateEmail': ({ freeName }) => ({ email: `bound.${freeName}@example.org`, password: TEST_PASSWORD }),
  'user/resetPasswordEmail': ({ freeName, captcha }) => ({ email: `asked.${freeName}@example.org`, captcha }),
  'user/resetPasswordByUrl': ({ links }) => ({ ...links.resetPassword, newPassword }),
  'user/confirmEmail': ({ links }) => links.confirmEmail,
  'user/sendEmailConfirmation': nothing,
  'user/updatePreferences': () => ({ language: 'en' }),
  'user/loginByUserToken': ({ loginToken }) => ({ token: loginToken }),
  'user/loginByLink': () => ({ token: 'guessed' }),
  'user/completeSignIn': () => ({ secondFactor: '123456' }),
  'secondFactor/state': nothing,
  'secondFactor/begin': () => ({ password: TEST_PASSWORD }),
  'secondFactor/switchOn': () => ({ code: '123456' }),
  'secondFactor/switchOff': () => ({ password: TEST_PASSWORD, code: '123456' }),
  'secondFactor/renewRecoveryCodes': () => ({ password: TEST_PASSWORD, code: '123456' }),
  'account/linkedLogins': nothing,
  'account/linkLogin': () => ({ id: 'no-such-site', password: TEST_PASSWORD }),
  'account/unlinkLogin': () => ({ id: 'no-such-site', password: TEST_PASSWORD }),
  'session/list': nothing,
  'session/close': ({ sessionId }) => ({ id: sessionId }),
  'session/closeOthers': nothing,
  'user/logout': () => ({ confirm: true }),
  'user/allUser': () => ({ username: 'o' }),
  'item/types': nothing,
  'item/mayAdd': nothing,
  'item/add': () => ({ itemName: 'Own' }),
  'item/updateByApi': () => ({ apiKey: 'guessed', apiToken: 'guessed', pageTitle: 'Guessed', pageContent: 'text' }),
  'open/fromComments': () => ({ apiKey: 'guessed', apiToken: 'guessed', content: 'text' }),
  'open/database': () => ({ apiKey: 'guessed', apiToken: 'guessed', content: 'text' }),
  'open/updateDbItem': () => ({ apiKey: 'guessed', apiToken: 'guessed', tableInfo: 'text', tableDetail: 'text' }),
  'itemGroup/getList': nothing,
  'itemGroup/save': () => ({ groupName: 'Payments' }),
  'itemGroup/delete': ({ groupId }) => ({ id: groupId }),
  'itemGroup/saveSort': ({ groupId }) => ({ groups: [{ id: groupId, order: 1 }] }),
  'page/dropDraft': () => ({ draftId: 'editor-0001', keptAt: 1 }),
  'page/sqlToMarkdownTable': () => ({ sql: 'CREATE TABLE users (id INTEGER)' }),
  'page/uploadImg': () => ({ image: new Blob([PNG]) }),
  'attachment/getMyList': nothing,
  'attachment/getAllList': nothing,
  'adminUser/getList': nothing,
  'adminUser/addUser': ({ freeName }) => ({ username: `${freeName}x`, password: newPassword }),
  'adminUser/deleteUser': ({ leaverId }) => ({ userId: leaverId }),
  'adminUser/belongings': ({ leaverId }) => ({ userId: leaverId }),
  'adminUser/parts': ({ leaverId }) => ({ userId: leaverId }),
  'adminUser/handOver': ({ leaverId, username }) => ({ userId: leaverId, username }),
  'adminUser/endSessions': ({ leaverId }) => ({ userId: leaverId }),
  'adminUser/switchOff': ({ leaverId }) => ({ userId: leaverId }),
  'adminUser/switchOn': ({ leaverId }) => ({ userId: leaverId }),
  'adminUser/makeAdministrator': ({ leaverId }) => ({ userId: leaverId }),
  'adminUser/unmakeAdministrator': ({ leaverId }) => ({ userId: leaverId }),
  'adminUser/removeSecondFactor': ({ leaverId }) => ({ userId: leaverId }),
  'adminItem/getList': nothing,
  'adminItem/attorn': ({ foreignItemId, username }) => ({ itemId: foreignItemId, username }),
  'adminItem/deleteItem': ({ foreignItemId }) => ({ itemId: foreignItemId }),
  'site/look': nothing,
  'site/logo': nothing,
  'site/putLogo': () => ({ file: new Blob([new Uint8Array(PNG)], { type: 'image/png' }) }),
  'site/removeLogo': nothing,
  'space/list': nothing,
  'space/setQuota': ({ leaverId }) => ({ kind: 'person', id: leaverId, textMegabytes: 1, fileMegabytes: 0 }),
  'attachment/strays': nothing,
  'attachment/examine': nothing,
  'attachment/removeStrays': nothing,
  'itemBin/list': nothing,
  'itemBin/listMine': nothing,
  'sample/list': nothing,
  'sample/add': nothing,
  'sample/remove': nothing,
  'itemBin/recover': ({ recycledItemId }) => ({ itemId: recycledItemId }),
  'itemBin/delete': ({ recycledItemId }) => ({ itemId: recycledItemId }),
  'adminSetting/loadConfig': nothing,
  'adminSetting/saveConfig': () => ({ beian: '京ICP备1号' }),
  'attachment/deleteMyAttachment': ({ fileId }) => ({ fileId }),
  'attachment/deleteAttachment': ({ fileId }) => ({ fileId }),
  'team/getList': nothing,
  'team/save of a new one': () => ({ teamName: 'Own' }),
  'template/getMyList': nothing,
  'template/heads': nothing,
  'mock/preview': () => ({ template: '{}' }),
  'tryIt/environments': nothing,
  'tryIt/keepEnvironments': () => ({ environments: [] }),
  'template/text': ({ templateId }) => ({ templateId }),
  'template/save': () => ({ templateTitle: 'Minutes', templateContent: 'text' }),
  'message/counts': nothing,
  'message/setAllRead': nothing,
  'message/items': () => ({ of: 'notices' as const }),
  'notice/getList': nothing,
  'notice/setRead': ({ noticeId }) => ({ noticeId }),
  'notice/delete': ({ noticeId }) => ({ noticeId }),
  'message/getUnread': nothing,
  'message/getAnnouncementList': nothing,
  'message/getRemindList': nothing,
  'message/setRead': ({ announcementId }) => ({ messageId: announcementId }),
  'message/listWritten': nothing,
  'message/addAnnouncement': () => ({ messageContent: 'Told' }),
  'message/deleteAnnouncement': ({ announcementId }) => ({ messageId: announcementId }),
  'export/formats': nothing,
  'import/formats': nothing,
  'import/auto into a new item': () => ({ file: new Blob(['how we pay']) }),
  'import/start': () => ({ uploadKey: 'nobody has this one' }),
  'import/undo': () => ({ importId: '3f0e8a52-6f0a-4c39-9d53-2b1a7c2f9e10' }),
  'task/list': nothing,
  'task/status': ({ taskId }) => ({ taskId }),
  'task/cancel': ({ taskId }) => ({ taskId }),
  'task/dismiss': ({ taskId }) => ({ taskId }),
  'task/result': ({ taskId }) => ({ taskId }),
  'template/delete': ({ templateId }) => ({ id: templateId }),
}

import { accessOperations } from './rights/operations.ts'
import { partsOperations } from './rights/parts-operations.ts'
import { emailOperations } from './account/email-operations.ts'
import { adminUserOperations } from './account/admin-operations.ts'
import { extLoginOperations } from './account/ext-login-operations.ts'
import { invitationOperations } from './account/invitation-operations.ts'
import { leaverOperations } from './account/leaver-operations.ts'
import { accountOperations } from './account/operations.ts'
import { duePasswordOperations } from './account/due-password-operations.ts'
import { linkedLoginOperations } from './account/linked-login-operations.ts'
import { linkLoginOperations } from './account/link-login-operations.ts'
import { secondFactorOperations } from './account/second-factor-operations.ts'
import { passwordResetOperations } from './account/password-reset-operations.ts'
import { sessionOperations } from './account/session-operations.ts'
import { loginWayOperations } from './account/sign-in-redirect-operations.ts'
import { severalOperations } from './account/several-operations.ts'
import { standingOperations } from './account/standing-operations.ts'
import { tokenLoginOperations } from './account/token-login-operations.ts'
import { attachmentAdminOperations } from './attachment/admin-operations.ts'
import { attachmentOperations } from './attachment/operations.ts'
import { auditOperations } from './audit/operations.ts'
import { catalogOperations } from './catalog/operations.ts'
import { exportOperations } from './export/operations.ts'
import { importOperations } from './import/operations.ts'
import { itemGroupOperations } from './item-group/operations.ts'
import { changeLogOperations } from './change-log/operations.ts'
import { adminItemOperations } from './item/admin-operations.ts'
import { itemBinOperations } from './item/bin-operations.ts'
import { itemOperations } from './item/operations.ts'
import { sampleOperations } from './item/sample-operations.ts'
import { memberOperations } from './member/operations.ts'
import { named } from './operation.ts'
import { pageOperations } from './page/operations.ts'
import { searchSourceOperations } from './page/search-source-operations.ts'
import { recycleOperations } from './recycle/operations.ts'
import { backupOperations } from './site/backup-operations.ts'
import { healthOperations } from './site/health-operations.ts'
import { showdocOperations } from './site/showdoc-operations.ts'
import { pluginOperations } from './site/plugin-operations.ts'
import { adminUpdateOperations, updateOperations } from './site/update-operations.ts'
import { siteConfigOperations } from './site/config-operations.ts'
import { lookOperations } from './site/look-operations.ts'
import { settingsFileOperations } from './site/settings-file-operations.ts'
import { settingsOperations } from './site/settings-operations.ts'
import { siteMailOperations } from './site/mail-operations.ts'
import { spaceOperations } from './site/space-operations.ts'
import { storageOperations } from './site/storage-operations.ts'
import { siteOperations } from './site/operations.ts'
import { starOperations } from './start/star-operations.ts'
import { visitOperations } from './start/visit-operations.ts'
import { taskOperations } from './task/operations.ts'
import { teamGrantOperations } from './team/grant-operations.ts'
import { teamItemOperations } from './team/item-operations.ts'
import { teamMemberOperations } from './team/member-operations.ts'
import { teamOperations } from './team/operations.ts'

/** Every operation of the core: `page.history` is `api.page.history` over tRPC and `POST /api/page/history` over REST. */
export const coreOperations = named({
  account: {
    ...accountOperations,
    ...emailOperations,
    ...loginWayOperations,
    ...passwordResetOperations,
    ...duePasswordOperations,
    ...tokenLoginOperations,
    ...linkLoginOperations,
    ...linkedLoginOperations,
  },
  extLogin: extLoginOperations,
  invitation: invitationOperations,
  session: sessionOperations,
  secondFactor: secondFactorOperations,
  site: { ...siteOperations, ...lookOperations },
  item: { ...itemOperations, ...changeLogOperations },
  itemGroup: itemGroupOperations,
  sample: sampleOperations,
  catalog: catalogOperations,
  page: { ...pageOperations, ...searchSourceOperations, ...visitOperations },
  star: starOperations,
  attachment: { ...attachmentOperations, ...attachmentAdminOperations },
  member: memberOperations,
  export: exportOperations,
  import: importOperations,
  recycle: recycleOperations,
  task: taskOperations,
  team: teamOperations,
  teamMember: teamMemberOperations,
  teamItem: teamItemOperations,
  teamGrant: teamGrantOperations,
  health: healthOperations,
  backup: backupOperations,
  showdoc: showdocOperations,
  plugin: pluginOperations,
  settings: { ...settingsOperations, ...settingsFileOperations },
  adminUser: {
    ...adminUserOperations,
    ...leaverOperations,
    ...severalOperations,
    ...standingOperations,
    ...partsOperations,
  },
  adminItem: adminItemOperations,
  itemBin: itemBinOperations,
  space: spaceOperations,
  siteConfig: { ...siteConfigOperations, ...siteMailOperations, ...storageOperations },
  adminUpdate: adminUpdateOperations,
  update: updateOperations,
  audit: auditOperations,
  access: accessOperations,
})
export type CoreOperations = typeof coreOperations

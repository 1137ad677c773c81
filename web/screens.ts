import type { ComponentType } from 'react'
import { apiPart } from './api/api-part.ts'
import type { Screens } from './app.tsx'

/** The only component of this module, in a separate chunk. */
const lazyScreen = (load: () => Promise<Readonly<Record<string, ComponentType>>>): ComponentType =>
  apiPart(async () => Object.values(await load())[0] ?? (() => null))

// Each is named where it is imported: a separate list of files would make the reader's entry larger.
export const lazyScreens: Screens = {
  home: lazyScreen(() => import('./screens/home/home-screen.tsx')),
  login: lazyScreen(() => import('./screens/login/login-screen.tsx')),
  register: lazyScreen(() => import('./screens/register/register-screen.tsx')),
  resetPassword: lazyScreen(() => import('./screens/reset-password/reset-password-screen.tsx')),
  newPassword: lazyScreen(() => import('./screens/new-password/new-password-screen.tsx')),
  confirmEmail: lazyScreen(() => import('./screens/confirm-email/confirm-email-screen.tsx')),
  tokenLogin: lazyScreen(() => import('./screens/token-login/token-login-screen.tsx')),
  userSetting: lazyScreen(() => import('./screens/user-setting/user-setting-screen.tsx')),
  setup: lazyScreen(() => import('./screens/setup/setup-screen.tsx')),
  itemList: lazyScreen(() => import('./screens/item-list/item-list-screen.tsx')),
  itemGroups: lazyScreen(() => import('./screens/item-groups/item-groups-screen.tsx')),
  itemAdd: lazyScreen(() => import('./screens/item-add/item-add-screen.tsx')),
  itemSetting: lazyScreen(() => import('./screens/item-setting/item-setting-screen.tsx')),
  itemAccess: lazyScreen(() => import('./screens/item-access/item-access-screen.tsx')),
  itemPassword: lazyScreen(() => import('./screens/item-password/item-password-screen.tsx')),
  catalog: lazyScreen(() => import('./screens/catalog/catalog-screen.tsx')),
  teamList: lazyScreen(() => import('./screens/team-list/team-list-screen.tsx')),
  teamMembers: lazyScreen(() => import('./screens/team-members/team-members-screen.tsx')),
  teamItems: lazyScreen(() => import('./screens/team-items/team-items-screen.tsx')),
  attachments: lazyScreen(() => import('./screens/attachments/attachments-screen.tsx')),
  pageEdit: lazyScreen(() => import('./screens/page-edit/page-edit-screen.tsx')),
  pageDiff: lazyScreen(() => import('./screens/page-diff/page-diff-screen.tsx')),
  singlePage: lazyScreen(() => import('./screens/item-view/single-page-screen.tsx')),
  sharedPage: lazyScreen(() => import('./screens/item-view/shared-page-screen.tsx')),
  itemView: lazyScreen(() => import('./screens/item-view/item-view-screen.tsx')),
  admin: lazyScreen(() => import('./screens/admin/admin-screen.tsx')),
  plugin: lazyScreen(() => import('./screens/plugin/plugin-screen.tsx')),
}

import type { Group } from './api-types.ts'

/** No plugin can have a group of this name: the server does not start it. */
const CORE_GROUPS: Readonly<Record<Group, true>> = {
  access: true,
  account: true,
  adminItem: true,
  adminUpdate: true,
  adminUser: true,
  attachment: true,
  audit: true,
  backup: true,
  catalog: true,
  export: true,
  extLogin: true,
  health: true,
  import: true,
  invitation: true,
  item: true,
  itemBin: true,
  itemGroup: true,
  member: true,
  page: true,
  plugin: true,
  recycle: true,
  sample: true,
  secondFactor: true,
  session: true,
  settings: true,
  showdoc: true,
  site: true,
  siteConfig: true,
  space: true,
  star: true,
  task: true,
  team: true,
  teamGrant: true,
  teamItem: true,
  teamMember: true,
  update: true,
}

/** Whether the operation with this path, `{group}.{name}`, is one of the core. */
export const isOfCore = (path: string): boolean => Object.hasOwn(CORE_GROUPS, groupOf(path))

export const groupOf = (path: string): string => path.split('.', 1)[0] ?? ''

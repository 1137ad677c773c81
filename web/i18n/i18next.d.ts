import 'i18next'
import type access from './en/access.json'
import type account from './en/account.json'
import type admin from './en/admin.json'
import type catalog from './en/catalog.json'
import type changes from './en/changes.json'
import type common from './en/common.json'
import type compare from './en/compare.json'
import type editor from './en/editor.json'
import type fields from './en/fields.json'
import type files from './en/files.json'
import type groups from './en/groups.json'
import type home from './en/home.json'
import type items from './en/items.json'
import type lock from './en/lock.json'
import type members from './en/members.json'
import type person from './en/person.json'
import type reader from './en/reader.json'
import type settings from './en/settings.json'
import type sharing from './en/sharing.json'
import type setup from './en/setup.json'
import type start from './en/start.json'
import type tasks from './en/tasks.json'
import type teams from './en/teams.json'
import type tree from './en/tree.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      access: typeof access
      account: typeof account
      admin: typeof admin
      catalog: typeof catalog
      changes: typeof changes
      common: typeof common
      compare: typeof compare
      editor: typeof editor
      fields: typeof fields
      files: typeof files
      groups: typeof groups
      home: typeof home
      items: typeof items
      lock: typeof lock
      members: typeof members
      person: typeof person
      reader: typeof reader
      settings: typeof settings
      setup: typeof setup
      sharing: typeof sharing
      start: typeof start
      tasks: typeof tasks
      teams: typeof teams
      tree: typeof tree
    }
  }
}

import type { ItemType } from '../item/item.ts'
import type { VisibilityWish } from '../item/visibility.ts'
import type { Language } from '../language.ts'
import type { ImportedItem } from './import-formats.ts'

const NOTES = {
  en: {
    noKind: 'A new item is a regular one: the plugin for pages like its own is switched off.',
    runapi:
      'A new item is a RunApi item, as it was: only programs edit its pages. To edit them here, import the file into an item you have.',
    password: 'A new item has the visit password that is in the file. You see it in the settings of the item.',
    noPassword:
      'A new item is open to its members only: the file has no visit password that can be used. You can set one in the settings of the item.',
    members: 'A new item is open to its members only, as it was.',
  },
  'zh-cn': {
    noKind: '如果导入为新项目，将成为常规项目：用于此类页面的插件已停用。',
    runapi: '如果导入为新项目，将和原来一样是 RunApi 项目，页面只能由程序编辑；如需在此编辑，请导入到已有项目中。',
    password: '如果导入为新项目，将沿用文件中的访问密码，可在项目设置中查看。',
    noPassword: '如果导入为新项目，将仅成员可访问：文件中没有可用的访问密码，可在项目设置中重新设置。',
    members: '如果导入为新项目，将和原来一样仅成员可访问。',
  },
} as const

interface NewItem {
  readonly type: ItemType
  readonly visibility: VisibilityWish['visibility']
}

/** What people who import a file should know about a new item, given what the file says and what the item becomes. */
export function newItemNotes(file: ImportedItem, item: NewItem, language: Language): readonly string[] {
  const notes = NOTES[language]
  return [
    ...(file.type !== undefined && file.type !== item.type ? [notes.noKind] : []),
    ...(item.visibility === 'password' ? [notes.password] : []),
    ...(item.visibility === 'members' ? [file.visibility === 'password' ? notes.noPassword : notes.members] : []),
    ...(item.type === 'runapi' ? [notes.runapi] : []),
  ]
}

import type { Language } from '../language.ts'
import type { ChangeAction, ChangeObject } from './entry.ts'

/** The words REST shows besides the codes, in the caller's language; the log itself contains no texts. */
export const ACTION_WORDS: Readonly<Record<Language, Readonly<Record<ChangeAction, string>>>> = {
  en: {
    create: 'Create',
    update: 'Change',
    delete: 'Delete',
    copy: 'Copy',
    move: 'Move',
    sort: 'Sort',
    restore: 'Restore a version',
    recover: 'Bring back from the recycle bin',
    comment: 'Comment on a version',
    archive: 'Archive',
    transfer: 'Transfer',
    bind: 'Bind',
    unbind: 'Unbind',
    join: 'Join',
    leave: 'Leave',
    share: 'Share',
    unshare: 'Stop sharing',
    resetKey: 'Reset the key',
    breakLock: 'Break the lock',
    import: 'Import',
    undoImport: 'Undo an import',
  },
  'zh-cn': {
    create: '创建',
    update: '修改',
    delete: '删除',
    copy: '复制',
    move: '移动',
    sort: '排序',
    restore: '恢复历史版本',
    recover: '从回收站恢复',
    comment: '备注历史版本',
    archive: '归档',
    transfer: '转让',
    bind: '绑定',
    unbind: '解绑',
    join: '加入',
    leave: '退出',
    share: '共享',
    unshare: '取消共享',
    resetKey: '重置密钥',
    breakLock: '解除锁定',
    import: '导入',
    undoImport: '撤销导入',
  },
}

export const OBJECT_WORDS: Readonly<Record<Language, Readonly<Record<ChangeObject, string>>>> = {
  en: {
    item: 'Item',
    page: 'Page',
    catalog: 'Catalog',
    member: 'Member',
    team: 'Team',
    template: 'Template',
    attachment: 'Attachment',
  },
  'zh-cn': {
    item: '项目',
    page: '页面',
    catalog: '目录',
    member: '成员',
    team: '团队',
    template: '模板',
    attachment: '附件',
  },
}

/** The name shown for an item's own token. */
export const PROGRAM_NAME: Readonly<Record<Language, string>> = { en: 'Open API', 'zh-cn': '开放 API' }

/** Reasons about items and their catalogs. */
export const ITEMS_EN = {
  catalogGone: 'the catalog it lay in is gone, or of another item: it is on the first level now',
  itemInBin:
    'it is deleted in ShowDoc: it is among the deleted items in the administration for {days} days from the move on, from where an administrator can bring it back with everything that belongs to it. Until then nothing of it opens, shared pages, mocks and files included',
  itemInBinEmpty:
    'it is deleted in ShowDoc, where no page of it is left: it is among the deleted items in the administration as it is, for {days} days from the move on',
  deletedThere: 'it is deleted in ShowDoc: it stays here, where it had come before or was brought back',
  itemStillInBin:
    'it is deleted in ShowDoc, and came with an earlier run: it is among the deleted items in the administration, until its time there is over',
  inBinHere: 'it is among the deleted items in the administration here, from where an administrator can bring it back',
  itemInBinHere:
    'its item is among the deleted items in the administration here: what changed in ShowDoc comes once it was brought back',
  itemWithoutName: 'it has no name: it is {name} now',
  membersOnly:
    'ShowDoc let nobody read without logging in, which Octavo does not know: it is for members only now, and whoever manages it can open it or give it a visit password',
  whiteboard:
    'it is a whiteboard, which Octavo has not: its pages come along as they are, in a regular item, and a page beside them has its texts and all of it as JSON',
  kanban:
    'it is a kanban board, which Octavo has not: its pages come along as they are, in a regular item, and a page beside them has its texts and all of it as JSON',
  strangeType:
    'it is of type {type}, which Octavo has not: its pages come along as they are, in a regular item, and a page beside them has all of it as JSON',
  domainTaken: 'its domain {domain} is taken, or means something else here: it has none now',
  paramsUnfit: 'parameters of all its calls are no lists of objects: they are left out',
  tooDeep: 'it lies deeper than three levels: it is "{name}" on the third now',
  parentGone: 'what it lay in is gone: it is on the first level now',
} as const

export const ITEMS_ZH_CN: Readonly<Record<keyof typeof ITEMS_EN, string>> = {
  catalogGone: '所在目录已不存在，或属于其他项目，现在位于第一级',
  itemInBin:
    '它在 ShowDoc 中已删除：现在位于管理后台“已删除的项目”中，自搬迁起保留 {days} 天，管理员可以连同其全部内容一起恢复。恢复之前，它的内容都无法打开，包括单页分享、Mock 和文件',
  itemInBinEmpty: '它在 ShowDoc 中已删除，页面也已不存在：现在原样位于管理后台“已删除的项目”中，自搬迁起保留 {days} 天',
  deletedThere: '它在 ShowDoc 中已删除：这里的项目之前已搬来或已恢复，予以保留',
  itemStillInBin: '它在 ShowDoc 中已删除，已随之前的搬迁进入管理后台“已删除的项目”，到期前仍保留在那里',
  inBinHere: '它位于这里管理后台的“已删除的项目”中，管理员可以恢复',
  itemInBinHere: '所属项目位于这里管理后台的“已删除的项目”中，恢复后再次搬迁时会更新',
  itemWithoutName: '它没有名称，现在叫 {name}',
  membersOnly:
    'ShowDoc 要求登录后才能阅读，Octavo 没有这项设置：它现在仅限成员阅读，项目管理员可以将其公开或设置访问密码',
  whiteboard:
    '它是白板，Octavo 没有这种项目：页面原样搬入一个普通项目，另有一个页面列出其中的文字，并附上完整内容的 JSON 文件',
  kanban:
    '它是看板，Octavo 没有这种项目：页面原样搬入一个普通项目，另有一个页面列出其中的文字，并附上完整内容的 JSON 文件',
  strangeType: '它的类型是 {type}，Octavo 没有这种项目：页面原样搬入一个普通项目，另有一个页面附上完整内容的 JSON 文件',
  domainTaken: '它的个性域名 {domain} 已被占用，或在这里另有含义，现在没有个性域名',
  paramsUnfit: '全局参数不是由对象组成的列表，未保留',
  tooDeep: '它的层级超过三级，现在是第三级的“{name}”',
  parentGone: '上级目录已不存在，现在位于第一级',
}

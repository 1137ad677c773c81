/** Reasons about items, their catalogs, and the order and the room that they have. */
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
  newItemInBin:
    'in ShowDoc it lies in the item {item} now, which is among the deleted items in the administration here: it stays in the item where it is here until that one was brought back. Delete it here if only people of that item should read it',
  newItemDeleted:
    'in ShowDoc it lies in the item {item} now, which was deleted here since it came: it stays in the item where it is here. Delete it here if only people of that item should read it',
  nameTrimmed: 'blanks around its name are left out',
  itemWithoutName: 'it has no name: it is {name} now',
  membersOnly:
    'ShowDoc let nobody read without logging in, which Octavo does not know: it is for members only now, and whoever manages it can open it or give it a visit password',
  whiteboard:
    'it is a whiteboard, which Octavo does not have: its pages come along as they are, in a regular item, and a page beside them has its texts and all of it as JSON',
  kanban:
    'it is a kanban board, which Octavo does not have: its pages come along as they are, in a regular item, and a page beside them has its texts and all of it as JSON',
  strangeType:
    'it is of type {type}, which Octavo does not have: its pages come along as they are, in a regular item, and a page beside them has all of it as JSON',
  domainTaken: 'its domain {domain} is taken, or means something else here: it has none now',
  paramsUnfit: 'parameters of all its calls are no lists of objects: they are left out',
  tooDeep: 'it lies deeper than three levels: it is "{name}" on the third now',
  parentGone: 'what it lay in is gone: it is on the first level now',
  goneThere: 'ShowDoc does not have it any more: it stays here. Delete it here if nobody needs it',
  accountEndedThere:
    'the account was deleted in ShowDoc since it came, and so it is switched off here: what the person wrote stays. An administrator can switch it on again',
  accountGoneThere:
    'ShowDoc does not have this account any more: it stays as it is here, because it was changed or decided about here, or nobody else could administer the site or log in to it. Switch it off if the person should not log in any more',
  accountUnsure:
    'ShowDoc does not have this account here, but so many are missing at once, or this copy is older than one that came before, that nobody is switched off. Switch it off here if the person should not log in any more',
  accountBackThere:
    'it had been deleted in ShowDoc and so switched off here, and is there again: it stays switched off. An administrator can switch it on again',
  numberOfAnother:
    'ShowDoc has given it the number of an account that came earlier, of somebody else with another name and another time of registration: the person gets neither that account nor its rights. Add an account here for the person',
  limitUnknown:
    'it is for the whole item, but may be limited by another right of this person, whose table is missing: it is left out, not to become wider than in ShowDoc. Bring a ShowDoc or a dump with all tables, or give the right here',
  limitUnreadable:
    'another right of this person in the item cannot be read, but is limited to catalogs, to which ShowDoc may have limited this one: it is left out, not to become wider than in ShowDoc. Give the right here',
  numberGivenAgain:
    'ShowDoc has given its number to another one, which gets a new number here: this one stays as it is. Delete it here if nobody needs it',
  numberOfOlder:
    'something else has its number here, and this copy of ShowDoc is older than one that came before: it does not come along. Bring the ShowDoc as it is now',
  partGoneThere:
    'ShowDoc does not have it any more: what came of it stays, unless somebody deleted it here. Delete it here if nobody needs it',
  commentGoneThere:
    'it was deleted in ShowDoc since it came: it stays, unless somebody deleted it here. Delete it here if nobody should read it',
  answerSince:
    'the comment {comment}, which it answers, came before: answers written in ShowDoc since then do not come along',
  changedAndTaken:
    'this right was changed here since it came, and taken away in ShowDoc: it stays. Take it away here if the person should not have it any more',
  rightsUnreadable:
    'rows of this table cannot be read or are not there, so it is not known whether ShowDoc still has this right: it stays',
  orderUnreadable: 'it is no list of positions that can be read',
  ownOrder: 'the person has an order of these items here already, or the group is called otherwise here',
  positionsUnfit: 'not all of it are positions of items: {count} are left out, and the others come along',
  textsLarge:
    'its texts take up {used} MB, more than the {limit} MB that the site gives everybody: it may have {given} MB, which administrators can change',
  textsFull:
    'its texts take up {used} MB, and it may have only {given} MB here, as was decided for it: nothing more is saved until an administrator gives it more',
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
  newItemInBin:
    '在 ShowDoc 中它现在属于项目 {item}，而该项目位于这里管理后台的“已删除的项目”中：在该项目恢复之前，它留在这里的原项目中。如果只有该项目的人可以阅读，请在这里删除它',
  newItemDeleted:
    '在 ShowDoc 中它现在属于项目 {item}，而该项目搬来之后在这里被删除：它留在这里的原项目中。如果只有该项目的人可以阅读，请在这里删除它',
  nameTrimmed: '名称前后的空格已去掉',
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
  goneThere: 'ShowDoc 中已没有它，这里予以保留；不再需要时请在这里删除',
  accountEndedThere: '该账号搬来之后已在 ShowDoc 中删除，因此在这里已停用；此人写的内容保留，管理员可以重新启用',
  accountGoneThere:
    'ShowDoc 中已没有该账号；它在这里改动过或已由管理员处理，或没有其他人能管理或登录本站，因此保持原样。如果此人不应再登录，请停用该账号',
  accountUnsure:
    '这份 ShowDoc 中没有该账号，但一次缺少的账号过多，或这份数据比之前搬来的更旧，因此没有停用任何账号。如果此人不应再登录，请在这里停用该账号',
  accountBackThere:
    '该账号曾在 ShowDoc 中删除，因此在这里已停用；现在 ShowDoc 中又有了它，这里仍保持停用，管理员可以重新启用',
  numberOfAnother:
    'ShowDoc 把之前搬来的某个账号的编号给了另一个人（用户名和注册时间都不同）：此人得不到那个账号及其权限。请在这里为此人添加账号',
  limitUnknown:
    '它针对整个项目，但此人的另一项权限可能对它有限制，而那张表不存在：为避免权限比 ShowDoc 中更大，没有搬来。请使用包含全部表的 ShowDoc 或转储，或在这里授予该权限',
  limitUnreadable:
    '此人在该项目中的另一项权限无法读取，但限定了目录，ShowDoc 可能因此也限定了这一项：为避免权限比 ShowDoc 中更大，没有搬来。请在这里授予该权限',
  numberGivenAgain: 'ShowDoc 把它的编号给了另一个，那一个在这里使用新的编号：这一个保持原样；不再需要时请在这里删除',
  numberOfOlder: '它的编号在这里属于另一个，而这份 ShowDoc 数据比之前搬来的更旧：没有搬来。请使用 ShowDoc 当前的数据',
  partGoneThere: 'ShowDoc 中已没有它：之前搬来的予以保留（在这里已删除的除外）；不再需要时请在这里删除',
  commentGoneThere: '它搬来之后已在 ShowDoc 中删除：予以保留（在这里已删除的除外）；不应再让人看到时请在这里删除',
  answerSince: '它回复的评论 {comment} 之前已搬来：此后在 ShowDoc 中写的回复没有搬来',
  changedAndTaken: '这项权限搬来之后在这里改动过，在 ShowDoc 中已取消：予以保留。如果此人不应再拥有它，请在这里取消',
  rightsUnreadable: '这张表不存在或有无法读取的行，不知道 ShowDoc 中是否仍有这项权限：予以保留',
  orderUnreadable: '它不是可以读取的位置列表',
  ownOrder: '此人在这里已经为这些项目排过序，或该分组在这里已经改名',
  positionsUnfit: '其中 {count} 项不是项目的位置，未保留；其余的位置已搬来',
  textsLarge: '它的文本占 {used} MB，超过站点给每个人或项目的 {limit} MB：现在它的上限是 {given} MB，管理员可以更改',
  textsFull: '它的文本占 {used} MB，而在这里为它设定的上限只有 {given} MB：管理员提高上限之前，无法再保存',
}

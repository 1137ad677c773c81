import type { Language } from '#core/language.ts'
import { ACCESS_EN, ACCESS_ZH_CN } from './access-reasons.ts'
import { COLUMNS_EN, COLUMNS_ZH_CN } from './column-reasons.ts'
import { ITEMS_EN, ITEMS_ZH_CN } from './item-reasons.ts'
import { KEYS_EN, KEYS_ZH_CN } from './key-reasons.ts'
import { OPTIONS_EN, OPTIONS_ZH_CN } from './option-reasons.ts'
import { PASSWORDS_EN, PASSWORDS_ZH_CN } from './password-reasons.ts'
import { PROBLEMS_EN, PROBLEMS_ZH_CN } from './problem-texts.ts'
import { VALUES_EN, VALUES_ZH_CN } from './value-reasons.ts'

/**
 * Why a row was not imported, or not unchanged, and what a table without a place here contains: texts with `{values}`.
 * Receipts contain the codes; the texts are for people.
 */
const EN = {
  // Rows that other rows depend on.
  itemStays: 'its item does not come along',
  itemGone: 'its item is gone, or does not come along',
  pageGone: 'its page is gone, is a draft that only its author finds, or does not come along',
  pageMissing: 'its page is gone',
  fileGone: 'its file is gone, or does not come along',
  accountGone: 'the account is gone',
  ownerGone: 'the account of its owner is gone: it belongs to the account {account} now',
  teamGone: 'its team is gone',
  teamOrItemStays: 'its team or its item does not come along',
  templateGone: 'its template is gone',
  templateStays: 'its template does not come along',
  // Rows that people have changed here since.
  removedSince: 'it was taken away here since it came',
  removedWithItemSince: 'it, or its item, was taken away here since it came',
  deletedSince: 'it was deleted here since it came',
  staysDeleted: 'it was deleted here since it came: it stays deleted',
  itemStaysDeleted: 'its item was deleted here since it came: it stays deleted',
  deletedAndChanged: 'it was deleted here since it came, and changed in ShowDoc: it stays deleted',
  staysEdited: 'it was edited here since it came: it stays as it is here',
  editedAndChanged: 'it was edited here and in ShowDoc since it came: it stays as it is here',
  editedAndDeletedThere: 'it was edited here, and deleted in ShowDoc, since it came: it stays as it is here',
  editedAtOnce: 'it was edited here as soon as it had come',
  deletedAtOnce: 'it was deleted here as soon as it had come',
  remarkOfHereStays:
    'its remark is another one here, where it may have been written since it came, than in ShowDoc: it stays as it is here',
  ownHistory: 'its page was changed here since it came, and has a history of its own',
  staysAsItCame: 'it changed in ShowDoc since it came: it stays as it came',
  draftThere:
    'it is a draft in ShowDoc since it came, which only its author sees there: the page stays here. Delete it here if nobody else should read it',
  keptAsItCame: 'what is kept of it for which Octavo has no place is as it came first',
  placeTaken: 'something that is here already has its place, or what it belongs to was deleted here',
  // Accounts.
  usernameTaken: 'its username is taken or empty: it is {name} now',
  usernameWritten: 'its username is written {name} now, which is what a login makes of it',
  emailTaken: 'its e-mail is that of another account: it has none now',
  noAdministrator: 'it administered ShowDoc, and administers nothing here that did not come from there',
  knownAccount:
    'somebody here has this username already: what belonged to it in ShowDoc belongs to that account, whose password and settings stay',
  // Pages and former versions.
  deletedDraft: 'it is a deleted draft, which nobody but its author may see',
  pageIsDraft: 'its page is a draft',
  draftOfNobody: 'it is a draft of an account that is gone, which nobody else may see',
  draft: 'it is a draft: its author finds it among the drafts of the item',
  draftEnded:
    'it is a draft that is not among those of its author any more: it was saved or discarded here since it came, or an older version of Octavo gave it up, which kept no more than 100 drafts of a person',
  pageWithoutTitle: 'it had no title: it is called "{title}" now',
  blanksLeftOut: 'blanks around its title are left out',
  recycled: 'it is deleted and was in no recycle bin: it lies in that of its item now',
  recycledAnew: 'it was deleted on {time}: the time to take it back begins anew with the move',
  linksRewritten: 'links in it lead to the addresses of here now: {count}',
  filesReaddressed:
    'addresses of files in it were those of other files here: they lead to its own files now, as before: {count}',
  pageNotDeleted: 'its page is not deleted, or does not come along',
  deletedAgain: 'the page was deleted once more',
  // Keys.
  sharedPageGone: 'its page is deleted, is a draft that only its author finds, or does not come along',
  linkEnded: 'it has ended on {time}: share the page anew',
  linkEndUnread: 'the time at which it ends cannot be read, so it counts as ended: {value}. Share the page anew',
  linkKeyUnfit: 'its key is empty, or too long',
  earlierLink: 'the page has an earlier key, which is the one that ShowDoc showed: share it anew',
  linkKeyTaken: 'another page here is opened by the same key: share the page anew',
  keyEmpty: 'it is empty',
  keyTaken: 'the item, or another one, has a key like this already',
  noKeyPlugin: 'no plugin that is here keeps keys of items',
  // Rights and teams.
  noRole: 'there is no role {role}',
  catalogsUnfit: 'it is limited to catalogs that are gone or not of the first level',
  oneCatalog:
    'it is limited to the catalogs {catalogs}; a member here has the whole item or one catalog, and the whole would be more than before, so it is limited to {catalog} now. For each other catalog put the person into a team, share the item with it, and limit the right there to that catalog',
  widerRight: 'the same person has a wider right there',
  ownerOfItem: 'the owner of an item has every right already',
  inTeamAlready: 'this person is in the team already',
  notInTeam: 'this person is not in the team',
  teamHasItem: 'the team has this item already',
  teamWithoutItem: 'the team has no right in this item',
  // Files.
  signTaken: 'another file here has its sign: it has a new one, and pages name it by that',
  signUnfit: 'its sign is not 32 characters long, or another file has it: it has a new one',
  fileNameUnfit: 'its name had characters that names cannot have',
  fileOfPageAlready: 'the page has this file already',
  noPlace: 'it says of no place below Public/Uploads where it lies',
  otherStorage:
    'it lies in another storage, at {host}, and stays there: its former address leads there, but as a picture it is not shown within pages. An administrator can add {host} to the sites whose pictures are always shown, as a move with --show-pictures does',
  otherStorageShown:
    'it lies in another storage, at {host}, and stays there: its former address leads there, and pages show pictures of it',
  link: 'it is a link, which is not followed',
  noFile: 'it is no file',
  unreadable: 'it cannot be read by this user',
  readFailed: 'it could not be read, as when a disk fails: the next run tries it again',
  nameNotUtf8: 'its name is not in UTF-8, so no address leads to it',
  fileMissing: 'its file is not there',
  pathTooLong: 'its path is too long',
  fileTooLarge: 'it is larger than 2 GB',
  becameShorter: 'it became shorter while it was read',
  noMonth: 'it is of no month',
  monthTaken: 'there is a number for this month already',
  // What belongs to people.
  groupGone: 'its group of items is gone, or belongs to somebody else',
  laterOrder: 'this person has a later order',
  starredAlready: 'this person has starred the item already',
  starsFull: 'this person has {most} stars here, and nobody can have more',
  sharedAlready: 'it is shared there already',
  earlierMock: 'the page has an earlier one, which is the one that ShowDoc showed',
  followedAlready: 'this person follows the page already',
  commentDeleted: 'it is deleted: it stands in the file beside this receipt only',
  commentsOffSince:
    'comments were switched off in its item in ShowDoc since it came: it stays, unless somebody deleted it here',
  commentsOff: 'comments are off in its item, so nobody was shown it: it stands in the file beside this receipt only',
  unknownChange: 'Octavo knows no change {change}',
  noticeDeleted: 'this person had deleted it',
  noticeGone: 'what it told is gone',
  notOfPage: 'it is not about a page',
  noticeOfOther: 'it is of the kind {kind}, which nobody is shown here',
  toldNobody: 'it was told to nobody',
  toldNobodyHere: 'nothing that told it comes along',
  readAlready: 'this person has read it already',
  noPlugin: 'no plugin that is here keeps such a thing',
  /** Said by the plugin that could have taken it, in both languages. */
  refused: '{en}',
  pinnedAsStar: 'it was pinned: it is a star of this person now, before the others',
  pinnedAlready: 'this person has pinned the item already',
  pinnedAndStarred: 'this person has starred the item as well: it is that star, before the others',
  // Settings.
  optionTwice: '{name} is there already',
  optionUnfit: '{name} is not what it can be here',
  homeItemUnfit: '{name} is no item that came along and that the first administrator may read',
  siteUrlUnfit: '{name} is no address, or not the one that the server was configured with, which decides',
  optionUnreadable: '{name} cannot be read: set it anew',
  optionWithoutPlugin: '{name}: no plugin that is here keeps such settings',
  fieldUnknown: '{name} has {field}, which Octavo does not have',
  fieldUnfit: '{field} of {name} is not what it can be here: it is left out',
  optionUnknown: '{name}: Octavo has no such setting',
  optionOfSchema: '{name}: it tells the version of the tables of ShowDoc',
  optionOfSquare: '{name}: Octavo has no public square',
  optionOfPasswords: '{name}: Octavo has its own rule for passwords',
  optionOfSessions: '{name}: Octavo has its own time after which people log in anew',
  optionNotOfItem: '{name}: settings of the site come with the whole ShowDoc, and not with one item',
  optionOfOther: '{name}: this Octavo has settings of its own',
  storageOff:
    'the storage of objects is not used before somebody has tried it in the settings of the site and switched it on there: until then new files go to the disk',
  directoryOff:
    'logins of the directory are off before somebody has tried them in the settings and switched them on: until then its people log in with the password they had last in ShowDoc',
  directoryPlain:
    'LDAP without encryption: passwords of people would be readable on their way to the directory. Choose StartTLS or LDAPS before it is switched on',
  otherSiteOn:
    'logins at the other site are on, but no account that came along is bound to one there: whoever has never had a password here needs a new one from an administrator. Newcomers get an account only while people may register',
  otherSiteOff:
    'logins at the other site are off, because something is missing in their settings: set it, and switch them on',
  loginKey:
    'the login secret key is the one of before, but a link made with it opens only an account that such a link made here: whoever came along logs in with the password of before',
  // Rights that differ.
  wasHere: 'this account was here before, with rights of its own',
  givenOwner: 'the account of the owner is gone: the item was given to this one',
  givenSince: 'it was given here since',
  wider: 'it is wider than in ShowDoc: take it away',
  administratorsElsewhere: 'administrators of ShowDoc do not administer what was here before, nor items by it',
  wasLimited: 'it was limited to catalogs that are gone or not of the first level',
  firstCatalog:
    'a member here has the whole item or one catalog, so it is limited to the first of them, without pages that lie in no catalog; the others can be given through teams',
  takenSince: 'it was taken away here since',
  holeClosed: 'it named a team or an item that was gone: a hole that is closed',
  // Rows without a usable id.
  noNumber: '{column} is no number of a row',
  // Tables without a place here.
  tableVariables: 'variables of RunApi',
  tableEnvironments: 'environments of RunApi',
  tableGlobals: 'global parameters of RunApi',
  tableFlows: 'flows of RunApi',
  tableConnections: 'database connections of RunApi',
  tableParameters: 'library of parameters',
  tableFeedback:
    'feedback, of which pages tell the numbers that readers were shown, and the file beside this receipt who gave it',
  tableKanban: 'history of kanban boards',
  tableTokens: 'tokens of people',
  tableSettings: 'settings of people',
  tableAiSettings: 'AI settings of items',
  tableChats:
    'AI chats, each on a page of an item that only the person who had it and administrators of the site can open',
  tableSessions: 'sessions: everybody logs in anew',
  tableLocks: 'locks of pages: editors lock pages anew',
  tableCaptchas: 'verification codes',
  tableExports: 'record of exports',
  tableUnknown: 'a table that is not known here',
  ...{ ...ACCESS_EN, ...COLUMNS_EN, ...ITEMS_EN, ...KEYS_EN },
  ...{ ...OPTIONS_EN, ...PASSWORDS_EN, ...PROBLEMS_EN, ...VALUES_EN },
} as const

export type ReasonCode = keyof typeof EN
export const REASON_CODES: readonly string[] = Object.keys(EN)
/** Put into the text of a reason, by their names in it. Times are those of `Date.toISOString`. */
export type ReasonValues = Readonly<Record<string, string | number>>

const ZH_CN: Readonly<Record<ReasonCode, string>> = {
  itemStays: '所属项目没有搬来',
  itemGone: '所属项目已不存在，或没有搬来',
  pageGone: '所属页面已不存在，或只是作者本人可见的草稿，或没有搬来',
  pageMissing: '所属页面已不存在',
  fileGone: '对应的文件已不存在，或没有搬来',
  accountGone: '账号已不存在',
  ownerGone: '所有者的账号已不存在，现归账号 {account} 所有',
  teamGone: '所属团队已不存在',
  teamOrItemStays: '对应的团队或项目没有搬来',
  templateGone: '对应的模板已不存在',
  templateStays: '对应的模板没有搬来',
  removedSince: '搬来之后在这里被移除',
  removedWithItemSince: '搬来之后，它或所属项目在这里被移除',
  deletedSince: '搬来之后在这里被删除',
  staysDeleted: '搬来之后在这里被删除，不再恢复',
  itemStaysDeleted: '所属项目搬来之后在这里被删除，不再恢复',
  deletedAndChanged: '搬来之后在这里被删除，在 ShowDoc 中又有改动；不再恢复',
  staysEdited: '搬来之后在这里编辑过，保留这里的内容',
  editedAndChanged: '搬来之后在这里和 ShowDoc 中都有改动，保留这里的内容',
  editedAndDeletedThere: '搬来之后在这里编辑过，在 ShowDoc 中已删除，保留这里的内容',
  editedAtOnce: '刚搬来就在这里被编辑',
  deletedAtOnce: '刚搬来就在这里被删除',
  remarkOfHereStays: '它的备注与 ShowDoc 中的不同，可能是搬来之后在这里写的，予以保留',
  ownHistory: '所属页面搬来之后在这里改动过，历史版本以这里的为准',
  staysAsItCame: '搬来之后在 ShowDoc 中有改动，这里保留搬来时的内容',
  draftThere:
    '它搬来之后在 ShowDoc 中改成了草稿，在那里只有作者可见：这里的页面予以保留；如果其他人不应阅读，请在这里删除',
  keptAsItCame: '其中 Octavo 没有对应功能的内容，仍是第一次搬来时的样子',
  placeTaken: '这里已有内容占用了它的位置，或它所属的内容在这里已删除',
  usernameTaken: '用户名已被占用或为空，现为 {name}',
  usernameWritten: '用户名现写作 {name}，与登录时识别的写法一致',
  emailTaken: '邮箱已属于另一个账号，现在没有邮箱',
  noAdministrator: '它在 ShowDoc 中是管理员，在这里不能管理原有的内容',
  knownAccount: '这里已有同名账号：它在 ShowDoc 中的内容归该账号所有，该账号的密码和设置不变',
  deletedDraft: '它是已删除的草稿，只有作者本人可以看到',
  pageIsDraft: '所属页面是草稿',
  draftOfNobody: '它是草稿，作者的账号已不存在，其他人不应看到',
  draft: '它是草稿，作者可以在项目的草稿中找到',
  draftEnded:
    '它是草稿，已不在作者的草稿中：搬来之后在这里保存或放弃了，或被旧版 Octavo 舍弃（旧版每人最多保留 100 篇草稿）',
  pageWithoutTitle: '它没有标题，现在叫“{title}”',
  blanksLeftOut: '标题首尾的空白已去掉',
  recycled: '它已删除但不在回收站中，现在位于所属项目的回收站',
  recycledAnew: '它于 {time}删除，可恢复的期限从搬家时重新计算',
  linksRewritten: '其中 {count} 个链接已改为这里的地址',
  filesReaddressed: '其中 {count} 个文件地址在这里属于另一处的文件，已改写，仍指向它自己的文件',
  pageNotDeleted: '所属页面没有删除，或没有搬来',
  deletedAgain: '该页面后来又被删除过一次',
  sharedPageGone: '所属页面已删除，或只是作者本人可见的草稿，或没有搬来',
  linkEnded: '它已于 {time}到期，请重新分享该页面',
  linkEndUnread: '它的到期时间无法识别，按已到期处理：{value}。请重新分享该页面',
  linkKeyUnfit: '密钥为空或过长',
  earlierLink: '该页面有更早的分享链接，ShowDoc 显示的是那一个；需要时请重新分享',
  linkKeyTaken: '这里已有另一个页面使用同样的密钥，请重新分享该页面',
  keyEmpty: '内容为空',
  keyTaken: '该项目已有密钥，或其他项目使用了同样的密钥',
  noKeyPlugin: '这里没有保存项目密钥的插件',
  noRole: '没有编号为 {role} 的角色',
  catalogsUnfit: '权限限定的目录已不存在，或不是第一级目录',
  oneCatalog:
    '权限限定在目录 {catalogs}；这里的成员只能拥有整个项目或一个目录的权限，给予整个项目会比原来更大，所以现在限定在目录 {catalog}。其余每个目录：请将此人加入一个团队，把项目共享给该团队，并将其权限限定在该目录',
  widerRight: '同一个人在那里有更大的权限',
  ownerOfItem: '项目所有者已拥有全部权限',
  inTeamAlready: '这个人已在团队中',
  notInTeam: '这个人不在团队中',
  teamHasItem: '团队已关联该项目',
  teamWithoutItem: '团队没有该项目的权限',
  signTaken: '文件标识在这里已属于另一个文件，已换成新的，页面中的地址也随之改写',
  signUnfit: '文件标识不是 32 个字符，或与其他文件重复，已换成新的',
  fileNameUnfit: '文件名中有不能使用的字符',
  fileOfPageAlready: '该页面已有这个文件',
  noPlace: '记录中没有位于 Public/Uploads 的存放位置',
  otherStorage:
    '它存放在别的存储 {host} 中，仍留在那里；原来的地址会跳转过去，但页面中不显示那里的图片。管理员可以将 {host} 加入“始终显示其图片的网站”，搬家时使用 --show-pictures 也会加入',
  otherStorageShown: '它存放在别的存储 {host} 中，仍留在那里；原来的地址会跳转过去，页面中会显示那里的图片',
  link: '它是链接，不会跟随读取',
  noFile: '它不是文件',
  unreadable: '当前用户无权读取',
  readFailed: '读取失败（例如磁盘出错），再次搬家时会重试',
  nameNotUtf8: '文件名不是 UTF-8 编码，没有地址指向它',
  fileMissing: '文件不存在',
  pathTooLong: '路径过长',
  fileTooLarge: '文件大于 2 GB',
  becameShorter: '读取过程中文件变短了',
  noMonth: '没有对应的月份',
  monthTaken: '这个月份已有数值',
  groupGone: '对应的项目分组已不存在，或属于其他人',
  laterOrder: '这个人有更新的排序',
  starredAlready: '这个人已收藏该项目',
  starsFull: '这个人在这里已有 {most} 个收藏，达到上限',
  sharedAlready: '已在那里共享',
  earlierMock: '该页面有更早的 Mock，ShowDoc 显示的是那一个',
  followedAlready: '这个人已关注该页面',
  commentDeleted: '它已删除，只保存在清单旁边的文件中',
  commentsOffSince: '搬来之后，所属项目在 ShowDoc 中关闭了评论：予以保留（在这里已删除的除外）',
  commentsOff: '所属项目关闭了评论，原来没有人能看到，只保存在清单旁边的文件中',
  unknownChange: 'Octavo 没有“{change}”这种变更记录',
  noticeDeleted: '本人已将其删除',
  noticeGone: '通知内容已不存在',
  notOfPage: '它与页面无关',
  noticeOfOther: '它的类型是 {kind}，这里不会显示',
  toldNobody: '没有发给任何人',
  toldNobodyHere: '相关的通知都没有搬来',
  readAlready: '本人已读过',
  noPlugin: '这里没有保存此类内容的插件',
  refused: '{zh-cn}',
  pinnedAsStar: '它原来被置顶，现在排在这个人的收藏的最前面',
  pinnedAlready: '这个人已置顶该项目',
  pinnedAndStarred: '这个人同时收藏了该项目，它排在收藏的最前面',
  optionTwice: '已有设置 {name}',
  optionUnfit: '{name} 的值在这里不可用',
  homeItemUnfit: '{name} 不是搬来的、第一个管理员可以阅读的项目',
  siteUrlUnfit: '{name} 不是网址，或与服务器配置的网址不同；以服务器的配置为准',
  optionUnreadable: '{name} 无法读取，请重新设置',
  optionWithoutPlugin: '{name}：这里没有保存此类设置的插件',
  fieldUnknown: '{name} 中的 {field} 是 Octavo 没有的设置',
  fieldUnfit: '{name} 中的 {field} 的值在这里不可用，未保留',
  optionUnknown: '{name}：Octavo 没有这项设置',
  optionOfSchema: '{name}：它只说明 ShowDoc 数据表的版本',
  optionOfSquare: '{name}：Octavo 没有公开广场',
  optionOfPasswords: '{name}：Octavo 有自己的密码规则',
  optionOfSessions: '{name}：Octavo 有自己的登录有效期',
  optionNotOfItem: '{name}：站点设置随整个 ShowDoc 搬来，不随单个项目搬来',
  optionOfOther: '{name}：这个 Octavo 有自己的设置',
  storageOff: '对象存储需要先在站点设置中测试并启用；在此之前，新文件存放在磁盘上',
  directoryOff: 'LDAP 登录需要先在设置中测试并启用；在此之前，请使用最后一次在 ShowDoc 中使用的密码登录',
  directoryPlain: 'LDAP 没有加密：密码在传输途中可能被读取。启用之前请选择 StartTLS 或 LDAPS',
  otherSiteOn:
    '第三方登录已启用，但搬来的账号都没有与第三方账号绑定：从未在这里有过密码的人，需要管理员为其设置新密码。只有开放注册时，新用户才会获得账号',
  otherSiteOff: '第三方登录没有启用，因为缺少必要的设置：请补全后启用',
  loginKey: '登录密钥与原来相同，但用它生成的链接只能登录由这类链接在这里创建的账号；搬来的账号请用原来的密码登录',
  wasHere: '这个账号原来就在这里，有自己的权限',
  givenOwner: '原所有者的账号已不存在，项目归这个账号所有',
  givenSince: '后来在这里授予',
  wider: '比在 ShowDoc 中的权限大，请收回',
  administratorsElsewhere: 'ShowDoc 的管理员不能管理这里原有的内容，也不因此拥有项目权限',
  wasLimited: '原来限定的目录已不存在，或不是第一级目录',
  firstCatalog:
    '这里的成员只能拥有整个项目或一个目录的权限，现在限定在其中第一个，也看不到不属于任何目录的页面；其余的可以通过团队授予',
  takenSince: '后来在这里收回',
  holeClosed: '它指向已不存在的团队或项目，这个漏洞已堵上',
  noNumber: '{column} 不是有效的编号',
  tableVariables: 'RunApi 的变量',
  tableEnvironments: 'RunApi 的环境',
  tableGlobals: 'RunApi 的全局参数',
  tableFlows: 'RunApi 的自动化流程',
  tableConnections: 'RunApi 的数据库连接',
  tableParameters: '参数描述库',
  tableFeedback: '页面反馈，页面中列出读者看到的数量，由谁给出见清单旁边的文件',
  tableKanban: '看板的操作记录',
  tableTokens: '用户令牌',
  tableSettings: '用户设置',
  tableAiSettings: '项目的 AI 设置',
  tableChats: 'AI 对话，每个对话一个页面，放在只有本人和站点管理员可以打开的项目中',
  tableSessions: '登录状态，所有人需重新登录',
  tableLocks: '页面锁定，编辑时重新锁定',
  tableCaptchas: '验证码',
  tableExports: '导出记录',
  tableUnknown: '这里不认识的表',
  ...{ ...ACCESS_ZH_CN, ...COLUMNS_ZH_CN, ...ITEMS_ZH_CN, ...KEYS_ZH_CN },
  ...{ ...OPTIONS_ZH_CN, ...PASSWORDS_ZH_CN, ...PROBLEMS_ZH_CN, ...VALUES_ZH_CN },
}

const TEXTS: Readonly<Record<Language, Readonly<Record<ReasonCode, string>>>> = { en: EN, 'zh-cn': ZH_CN }

/** What a reason says. Its code itself when it was written by another version. */
export function wordsOfReason(code: string, values: ReasonValues, language: Language): string {
  return isCode(code) ? filledText(TEXTS[language][code], values, language) : code
}

/** The text with its `{values}` put in. */
export const filledText = (text: string, values: ReasonValues, language: Language): string =>
  text.replaceAll(/\{([\w-]+)\}/g, (given, name: string) => {
    const value = values[name]
    if (value === undefined) return given
    return name === 'time' ? timeInWords(new Date(value), language) : String(value)
  })

const isCode = (code: string): code is ReasonCode => Object.hasOwn(EN, code)

export const timeInWords = (moment: Date, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
  }).format(moment) + (language === 'en' ? ' UTC' : '（UTC）')

import type { Language } from '#core/language.ts'
import type { FilesReceipt } from './compared-files.ts'
import type { LinksReceipt } from './prove/links.ts'
import type { Role, RolesReceipt } from './prove/roles.ts'
import type { SeenPagesReceipt } from './prove/seen-pages.ts'
import type { VisitorsReceipt, VisitorsWay } from './prove/visitors.ts'

type Columns = readonly string[]
type Counts<Of> = Readonly<Record<keyof Of, number>>

/** The frame of a receipt in one language; reasons are in `reasons.ts`. */
export interface ReceiptWords {
  /** Of the language, in itself. */
  readonly ownName: string
  readonly title: string
  readonly file: string
  readonly schema: string
  readonly unknown: string
  readonly onlyItem: string
  readonly begunAt: string
  whole(areLinksRewritten: boolean): string
  readonly notWhole: string
  defaultPasswords(usernames: string): string
  foundHosts(hosts: string): string
  readonly problems: string
  readonly compared: string
  /** @param ids empty when nothing differs */
  differing(count: number, ids: string): string
  pages(compared: number, differing: string, sum: string): string
  drafts(compared: number, differing: string, sum: string): string
  versions(compared: number, differing: string, sum: string): string
  files(of: Pick<FilesReceipt, 'found' | 'bytes' | 'compared' | 'sum'>, differing: string): string
  seenPages(of: Pick<SeenPagesReceipt, 'of' | 'compared'>, differing: string): string
  links(counts: Counts<LinksReceipt>): string
  rights(counts: Counts<RolesReceipt> & { readonly wider: number }): string
  ofVisitors(counts: Counts<VisitorsReceipt> & { readonly wider: number }): string
  readonly tables: string
  readonly tableColumns: Columns
  /** @param others rows for the operator alone, in this file */
  keptAt(inPages: number, others: number, file: string): string
  /** Either may be empty. */
  joined(what: string, where: string): string
  missing(tables: string): string
  readonly columns: string
  readonly columnColumns: Columns
  readonly left: string
  readonly changed: string
  readonly kept: string
  readonly findingColumns: Columns
  idHere(id: number | string, here: number): string
  namedHere(username: string, here: string): string
  readonly roles: string
  readonly roleColumns: Columns
  readonly role: Readonly<Record<Role, string>>
  /** @param catalogs empty for none */
  roleIn(role: string, catalogs: string): string
  wider(right: string): string
  readonly visitors: string
  readonly visitorColumns: Columns
  readonly way: Readonly<Record<Exclude<VisitorsWay, 'link'>, string>>
  withLink(pageId: number): string
  readonly reads: string
  readonly readsNothing: string
  readsUntil(time: string): string
  readonly broken: string
  readonly changedHere: string
  readonly taken: string
  readonly outside: string
  readonly brokenBefore: string
  readonly linkColumns: Columns
  readonly unreadable: string
  readonly unreadableColumns: Columns
}

const en: ReceiptWords = {
  ownName: 'English',
  title: 'From ShowDoc to Octavo',
  file: 'Read from',
  schema: 'Version of its tables',
  unknown: 'unknown',
  onlyItem: 'Only the item',
  begunAt: 'Begun',
  whole: (areLinksRewritten) =>
    `Every page, draft, former version and file that came along is the same as in ShowDoc, byte for byte${areLinksRewritten ? ', but for the links that were rewritten' : ''}.`,
  notWhole: 'What is here is not what was read: compare the numbers below.',
  defaultPasswords: (usernames) =>
    `These accounts have the password every ShowDoc begins with. Change it: ${usernames}`,
  foundHosts: (hosts) =>
    `An older version moved this ShowDoc in and did not note its address. Its pages and settings name ${hosts}: addresses of files there count as its own. If that is wrong, name the address with --address.`,
  problems: 'What was found before the move',
  compared: 'What was compared',
  differing: (count, ids) => (count === 0 ? 'none differs' : `${count} differ (${ids})`),
  pages: (compared, differing, sum) => `Pages: ${compared} compared, ${differing}; sum ${sum}`,
  drafts: (compared, differing, sum) => `Drafts: ${compared} compared, ${differing}; sum ${sum}`,
  versions: (compared, differing, sum) => `Former versions: ${compared} compared, ${differing}; sum ${sum}`,
  files: ({ found, bytes, compared, sum }, differing) =>
    `Files: ${found} in the folder of uploads with ${bytes} bytes, ${compared} compared, ${differing}; sum ${sum}`,
  seenPages: ({ of, compared }, differing) =>
    `Pages as readers see them: ${compared} of ${of}, chosen at random, opened and compared, ${differing}`,
  links: ({ followed, rewritten, readdressed, broken, changedHere, taken, outside, brokenBefore }) =>
    [
      `Links within the site: ${followed} followed${rewritten === 0 ? '' : `, ${rewritten} of them rewritten to the addresses of here`}`,
      ...(readdressed === 0
        ? []
        : [`${readdressed} addresses of files rewritten, because other files here have the same`]),
      broken + changedHere + taken + outside + brokenBefore === 0
        ? 'each leads to what it led to in ShowDoc'
        : `${followed - broken - changedHere - taken - outside - brokenBefore} lead to what they led to in ShowDoc`,
      ...(broken === 0 ? [] : [`${broken} that led somewhere in ShowDoc do not lead there here`]),
      ...(changedHere === 0 ? [] : [`${changedHere} lead to what was deleted, changed or ended here since it came`]),
      ...(taken === 0 ? [] : [`${taken} name a domain or number that means something else here`]),
      ...(outside === 0 ? [] : [`${outside} lead to other items of the ShowDoc, which this move leaves out`]),
      ...(brokenBefore === 0 ? [] : [`${brokenBefore} led nowhere there already`]),
    ].join('; '),
  rights: ({ people, items, compared, differing, wider }) =>
    `Rights: ${people} people on ${items} items, ${compared} compared, ${differing} differ, ${wider} of them wider`,
  ofVisitors: ({ items, passwords, links, differing, wider }) =>
    `Visitors without an account: ${items} items, ${passwords} of them with their visit passwords, and ${links} links of pages compared; ${differing} differ, ${wider} of them wider`,
  tables: 'Tables',
  tableColumns: ['Table', 'Read', 'Carried', 'Kept as JSON', 'Left', 'Why'],
  keptAt: (inPages, others, file) =>
    [
      ...(inPages > 0 ? [`${inPages} in pages`] : []),
      ...(others > 0 ? [`${others} for the operator in ${file} beside this receipt`] : []),
    ].join(', '),
  joined: (what, where) => [what, where].filter((part) => part !== '').join(': '),
  missing: (tables) =>
    `Tables that this ShowDoc does not have, which count as empty: ${tables}. Older versions lack some of them. If it had one of these, move from a copy or a dump with all tables.`,
  columns: 'Columns whose values do not come along',
  columnColumns: ['Table', 'Columns', 'Why'],
  left: 'What stayed behind',
  changed: 'What differs from what it was',
  kept: 'What is not as in ShowDoc now, and stays as it is here',
  findingColumns: ['Table', 'Id', 'Why'],
  idHere: (id, here) => `${id}, here ${here}`,
  namedHere: (username, here) => `${username}, here ${here}`,
  roles: 'Rights that are not as they were',
  roleColumns: ['Person', 'Item', 'In ShowDoc', 'Here', 'Why'],
  role: { none: 'none', reader: 'reader', editor: 'editor', manager: 'manager', owner: 'owner' },
  roleIn: (role, catalogs) =>
    catalogs === ''
      ? `${role} in no catalog`
      : `${role} in ${catalogs.includes(',') ? 'catalogs' : 'catalog'} ${catalogs}`,
  wider: (right) => `${right} – wider`,
  visitors: 'Where visitors without an account read more or less than before',
  visitorColumns: ['Visitor with', 'Item', 'In ShowDoc', 'Here', 'Why'],
  way: { address: 'the address alone', password: 'the visit password' },
  withLink: (pageId) => `the link of page ${pageId}`,
  reads: 'reads it',
  readsNothing: 'reads nothing',
  readsUntil: (time) => `reads it until ${time}`,
  broken: 'Links that led somewhere in ShowDoc and do not lead there here',
  changedHere: 'Links to what was deleted, changed or ended here since it came',
  taken: 'Links by a domain or number that means something else here',
  outside: 'Links to other items of the ShowDoc, which this move leaves out',
  brokenBefore: 'Links that led nowhere in ShowDoc already',
  linkColumns: ['Page', 'Address'],
  unreadable: 'Rows that could not be read',
  unreadableColumns: ['Table', 'Why'],
}

const zhCn: ReceiptWords = {
  ownName: '中文',
  title: '从 ShowDoc 搬家的清单',
  file: '来源',
  schema: '数据表版本',
  unknown: '未知',
  onlyItem: '仅此项目',
  begunAt: '开始时间',
  whole: (areLinksRewritten) =>
    `搬来的全部页面、草稿、历史版本和文件都与 ShowDoc 中逐字节相同${areLinksRewritten ? '（改写的链接除外）' : ''}。`,
  notWhole: '站内的内容与读取的内容不一致，请核对下面的数字。',
  defaultPasswords: (usernames) => `以下账号仍使用 ShowDoc 的初始密码，请尽快修改：${usernames}`,
  foundHosts: (hosts) =>
    `这个 ShowDoc 由旧版本搬来，当时没有记下它的地址。根据它的页面和设置，地址是 ${hosts}，其中的文件地址按它自己的文件处理；如果不对，请用 --address 指定地址。`,
  problems: '搬家前发现的问题',
  compared: '核对结果',
  differing: (count, ids) => (count === 0 ? '全部一致' : `${count} 处不一致（${ids}）`),
  pages: (compared, differing, sum) => `页面：核对 ${compared} 个，${differing}；校验和 ${sum}`,
  drafts: (compared, differing, sum) => `草稿：核对 ${compared} 篇，${differing}；校验和 ${sum}`,
  versions: (compared, differing, sum) => `历史版本：核对 ${compared} 个，${differing}；校验和 ${sum}`,
  files: ({ found, bytes, compared, sum }, differing) =>
    `文件：上传目录中有 ${found} 个，共 ${bytes} 字节；核对 ${compared} 个，${differing}；校验和 ${sum}`,
  seenPages: ({ of, compared }, differing) =>
    `读者看到的页面：从 ${of} 个中随机打开 ${compared} 个进行比对，${differing}`,
  links: ({ followed, rewritten, readdressed, broken, changedHere, taken, outside, brokenBefore }) =>
    [
      `站内链接：检查 ${followed} 个${rewritten === 0 ? '' : `，其中 ${rewritten} 个改写为这里的地址`}`,
      ...(readdressed === 0 ? [] : [`另有 ${readdressed} 个文件地址与这里的其他文件相同，已改写`]),
      broken + changedHere + taken + outside + brokenBefore === 0
        ? '指向的内容都与在 ShowDoc 中相同'
        : `其中 ${followed - broken - changedHere - taken - outside - brokenBefore} 个指向的内容与在 ShowDoc 中相同`,
      ...(broken === 0 ? [] : [`${broken} 个在 ShowDoc 中有效、在这里失效或指向别处`]),
      ...(changedHere === 0 ? [] : [`${changedHere} 个指向搬来之后在这里已删除、更改或取消的内容`]),
      ...(taken === 0 ? [] : [`${taken} 个使用的域名或编号在这里另有所指`]),
      ...(outside === 0 ? [] : [`${outside} 个指向 ShowDoc 的其他项目，不在本次搬迁范围内`]),
      ...(brokenBefore === 0 ? [] : [`另有 ${brokenBefore} 个在 ShowDoc 中已失效`]),
    ].join('；'),
  rights: ({ people, items, compared, differing, wider }) =>
    `权限：${people} 人在 ${items} 个项目中的权限，共比对 ${compared} 项，${differing} 项不同，其中 ${wider} 项变大`,
  ofVisitors: ({ items, passwords, links, differing, wider }) =>
    `没有账号的访客：比对 ${items} 个项目（其中 ${passwords} 个有访问密码，输入密码后再比对一次）和 ${links} 个页面分享链接，${differing} 处不同，其中 ${wider} 处变大`,
  tables: '数据表',
  tableColumns: ['数据表', '读取', '搬入', '以 JSON 保留', '未搬入', '说明'],
  keptAt: (inPages, others, file) =>
    [
      ...(inPages > 0 ? [`${inPages} 条在页面中`] : []),
      ...(others > 0 ? [`${others} 条在清单旁边的 ${file} 中，供运维人员查阅`] : []),
    ].join('，'),
  joined: (what, where) => [what, where].filter((part) => part !== '').join('：'),
  missing: (tables) =>
    `此 ShowDoc 中没有以下数据表，按空表处理：${tables}。旧版本本来就没有其中一些表；如果原来有，请用包含全部数据表的副本或导出文件搬迁。`,
  columns: '内容没有搬来的列',
  columnColumns: ['数据表', '列', '原因'],
  left: '没有搬来的内容',
  changed: '与原来不同的内容',
  kept: '与 ShowDoc 现状不同、保持这里现状的内容',
  findingColumns: ['数据表', '编号', '原因'],
  idHere: (id, here) => `${id}（这里为 ${here}）`,
  namedHere: (username, here) => `${username}，这里为 ${here}`,
  roles: '与原来不同的权限',
  roleColumns: ['用户', '项目', '在 ShowDoc 中', '在这里', '原因'],
  role: { none: '无', reader: '只读', editor: '编辑', manager: '项目管理员', owner: '所有者' },
  roleIn: (role, catalogs) => (catalogs === '' ? `${role}（不含任何目录）` : `${role}（目录 ${catalogs}）`),
  wider: (right) => `${right}（变大）`,
  visitors: '没有账号的访客能阅读的内容与原来不同之处',
  visitorColumns: ['访问方式', '项目', '在 ShowDoc 中', '在这里', '原因'],
  way: { address: '只有地址', password: '输入访问密码' },
  withLink: (pageId) => `页面 ${pageId} 的分享链接`,
  reads: '可以阅读',
  readsNothing: '不能阅读',
  readsUntil: (time) => `可以阅读至${time}`,
  broken: '在 ShowDoc 中有效、在这里失效或指向别处的链接',
  changedHere: '指向搬来之后在这里已删除、更改或取消的内容的链接',
  taken: '域名或编号在这里另有所指的链接',
  outside: '指向 ShowDoc 其他项目、不在本次搬迁范围内的链接',
  brokenBefore: '在 ShowDoc 中已失效的链接',
  linkColumns: ['页面', '地址'],
  unreadable: '无法读取的记录',
  unreadableColumns: ['数据表', '原因'],
}

export const RECEIPT_WORDS: Readonly<Record<Language, ReceiptWords>> = { en, 'zh-cn': zhCn }

/*
 * Why a ShowDoc cannot be moved from, or not here, as texts with `{values}`: what is wrong in the first line, what to do
 * about it in those after it.
 */

const dumpEn = (what: string): string =>
  `the dump cannot be read in line {line}: ${what}.\nMake it anew with mysqldump --default-character-set=utf8mb4, or with mariadb-dump.`
const archiveEn = (what: string): string => `the archive is refused: ${what}.`

export const REFUSALS_EN = {
  // Where it is looked for.
  notThere: '{place} is not there.',
  mayNotRead:
    '{place} cannot be read by this user.\nRun the command as its owner, or copy the folder to a place it may read.',
  notOpened:
    '{place} cannot be opened ({reason}).\nLook after its disk and the links that lead to it, or copy the folder to another place and name that.',
  databaseNoFile:
    '{place} is no file, but the database of a ShowDoc or a dump of it is one.\nName the folder in which Sqlite and Public lie, or the file itself.',
  noFileBeside:
    '{place} is no file, but SQLite has a file there while it writes to the database.\nMove it away if ShowDoc works with it, or copy the folder without it and name the copy.',
  noRoomForCopy:
    'there is no room in {folder} for a copy of {file}.\nMake room there, or set TMPDIR to a folder with room.',
  noShowdoc:
    'there is no ShowDoc in {place}: {database} is not there.\nName the folder in which Sqlite and Public lie, as /showdoc_data/html, or the file of the database itself.\nOf a ShowDoc that keeps its data in MySQL, name a dump by mysqldump, as dump.sql or dump.sql.gz, beside which its folder Public lies.',
  inUtf16:
    '{place} is in UTF-16, as > of PowerShell writes it, which may have damaged its texts.\nMake it anew with --result-file=dump.sql and --default-character-set=utf8mb4.',
  folderNotAllowed: '{folder} is not among SHOWDOC_FOLDERS of this server.',
  noUpload: 'there is no archive on this server.\nSend it again, or name a folder in SHOWDOC_FOLDERS.',
  otherUpload: 'the archive on this server is not the one that was looked at.\nLook at it first.',
  // Its database.
  alwaysWritten:
    '{file} is being written to all the time, so no moment of it could be copied.\nStop ShowDoc, or try again when few people work in it.',
  noDatabase:
    '{file} cannot be read as a database of SQLite ({reason}).\nIf it is the right file, it is damaged: keep a copy of it as it is, and name that of your last backup.',
  otherDatabase:
    '{file} is a database of SQLite, but not of a ShowDoc: it has no table {tables} as ShowDoc makes it.\nName the folder of the ShowDoc, or the file Sqlite/showdoc.db.php in it. If it is that file, it has lost a part: name that of a backup which is whole.',
  noAccount: '{file} has no account, so there is nothing to carry.',
  noReadableAccount: '{file} has no account that can be read.',
  noItem: 'this ShowDoc has no item {item}.\nIts number stands in its address, behind the #.',
  // A dump of MySQL.
  dumpOfOther:
    '{file} is a dump, but not of a ShowDoc: it has no tables that are called {tables}, with or without a prefix.',
  dumpOfSeveral:
    '{file} is of several ShowDocs: their tables begin with {prefixes}.\nName a copy or a dump with the tables of one of them.',
  dumpOfSeveralDatabases:
    'the dump has the table {table} twice, again in line {line}: it is of several databases.\nMake one of the database of ShowDoc alone.',
  dumpCutInside: '{file} is packed, and cannot be unpacked to its end: it is cut off or damaged.',
  dumpInOtherSet:
    'the dump is in the character set {set}, which is not known here.\nMake it anew with --default-character-set=utf8mb4.',
  dumpTableUnsaid: dumpEn('it has rows of {table}, and does not say what {table} is'),
  dumpColumnsUnsaid: dumpEn('it has rows of {table} before it says what columns {table} has'),
  dumpRowTwice: dumpEn('a row of {table} is there twice'),
  dumpChanges: dumpEn('it changes rows with {statement}'),
  dumpTableNameless: dumpEn('a table in it has no name'),
  dumpTableTooLong: dumpEn('a table in it is described too long, or not to its end'),
  dumpRowBegins: dumpEn('a row of {table} does not begin as one'),
  dumpRowEnds: dumpEn('a row of {table} does not end as one'),
  dumpRowCount: dumpEn('a row of {table} has {values} values for {columns} columns'),
  dumpValueUnknown: dumpEn('a value of {table} is of a kind that no dump has'),
  dumpValueTooLong: dumpEn('a value in it is longer than any page'),
  dumpHexadecimal: dumpEn('a hexadecimal value of {table} does not end as one'),
  dumpCutOff: dumpEn('it ends there, and not as it should: it is cut off'),
  dumpTextInOtherSet: dumpEn('a text is in the character set {set}, and the dump in another one'),
  dumpTextNotUtf8: dumpEn('a text is not UTF-8, and the dump says no other character set'),
  // An archive of its folder.
  archiveOfOtherKind: archiveEn('it is neither a zip nor a tar.gz'),
  archiveEncrypted: archiveEn('{name} is encrypted'),
  archiveOfTooMany: archiveEn('it holds more than {most} files'),
  archiveWithLink: archiveEn('{name} is a link, or no file'),
  archiveWithTwice: archiveEn('it holds {name} twice'),
  archiveTooLarge: archiveEn('it holds more than {most} GB'),
  archiveSwells: archiveEn('it becomes far larger than archives of a ShowDoc do'),
  archiveLeadsOut: archiveEn('{name} would lie outside of its folder, or is no name of a file'),
  archiveWithoutShowdoc: archiveEn(
    'it holds no ShowDoc: pack the folder in which Sqlite and Public lie, or a dump by mysqldump beside which its folder Public lies',
  ),
  archiveOfSeveral: archiveEn('it holds more than one ShowDoc: {places}'),
  archiveDamaged: archiveEn('it is damaged or not whole ({reason})'),
  // This Octavo.
  octavoRuns: 'an Octavo is using this database: stop it first.',
  linksWereKept:
    'links in its pages were kept as they are when this ShowDoc first came, so rewriting them comes too late.\nLeave that choice out, or carry it into an empty database.',
  linksWereRewritten:
    'links in its pages were rewritten when this ShowDoc first came, so keeping them comes too late.\nLeave that choice out, or carry it into an empty database.',
  addressTooLate:
    'links to {hosts} were rewritten when this ShowDoc first came, so those to {address} come too late.\nLeave the address out, or carry it into an empty database.',
  addressTooLateForAny:
    'no address was said when this ShowDoc first came, so links to {address} come too late.\nLeave the address out, or carry it into an empty database.',
  olderCopy:
    'this is an older copy of the ShowDoc than the one that came last: its table {table} is behind. It would take back what changed since: texts, passwords, rights that were taken from people, and links and keys that were ended.\nName the newer one. If this is the one that people use now, as after a backup was brought back, carry it all the same: with --older, or with that choice in the administration.',
  otherBegun:
    'a switch was begun here from another ShowDoc, and not all of it has come.\nRun that one again first: it goes on.',
  hasAccounts:
    'this Octavo has accounts already.\nAdd --into, and the ShowDoc comes beside what is here; for one of its own, set DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
  hasOther:
    'a switch was begun here from another ShowDoc, so this Octavo has accounts already.\nAdd --into, and the ShowDoc comes beside what is here; for one of its own, set DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
  filesDiskFull: 'the disk for files is full.\nMake room, then start again. What was carried so far is there.',
  filesRefused:
    'the storage for files does not take them.\nMend that, then start again. What was carried so far is there.',
  filesNotRead:
    'the storage for files does not give back {path}, so it cannot be compared.\nMend that, then start again. What was carried is there.',
} as const

export type RefusalCode = keyof typeof REFUSALS_EN

const dumpZh = (what: string): string =>
  `导出文件在第 {line} 行无法读取：${what}。\n请用 mysqldump --default-character-set=utf8mb4 或 mariadb-dump 重新导出。`
const archiveZh = (what: string): string => `压缩包不符合要求：${what}。`

export const REFUSALS_ZH_CN: Readonly<Record<RefusalCode, string>> = {
  notThere: '{place} 不存在。',
  mayNotRead: '当前用户无权读取 {place}。\n请以其所有者的身份运行，或将该文件夹复制到可读取的位置。',
  notOpened: '无法打开 {place}（{reason}）。\n请检查它所在的磁盘和指向它的链接，或将该文件夹复制到其他位置再指定。',
  databaseNoFile:
    '{place} 不是文件，而 ShowDoc 的数据库或其导出文件应是文件。\n请指定 Sqlite 和 Public 所在的文件夹，或文件本身。',
  noFileBeside:
    '{place} 不是文件，而 SQLite 写入数据库时会在此处使用文件。\n如果 ShowDoc 运行正常，请将它移走；或复制文件夹时不包含它，再指定该副本。',
  noRoomForCopy: '{folder} 没有足够的空间存放 {file} 的副本。\n请腾出空间，或将 TMPDIR 设为有空间的文件夹。',
  noShowdoc:
    '{place} 中没有 ShowDoc：找不到 {database}。\n请指定 Sqlite 和 Public 所在的文件夹（例如 /showdoc_data/html），或数据库文件本身。\n如果 ShowDoc 使用 MySQL，请指定 mysqldump 的导出文件（例如 dump.sql 或 dump.sql.gz），并将 Public 文件夹放在它旁边。',
  inUtf16:
    '{place} 是 UTF-16 编码，可能是用 PowerShell 的 > 写出的，其中的文字可能已损坏。\n请用 --result-file=dump.sql 和 --default-character-set=utf8mb4 重新导出。',
  folderNotAllowed: '{folder} 不在此服务器的 SHOWDOC_FOLDERS 中。',
  noUpload: '此服务器上没有压缩包。\n请重新上传，或在 SHOWDOC_FOLDERS 中指定文件夹。',
  otherUpload: '此服务器上的压缩包不是检查过的那一个。\n请先检查。',
  alwaysWritten: '{file} 一直在写入，无法复制到一致的状态。\n请停止 ShowDoc，或在使用的人较少时重试。',
  noDatabase:
    '{file} 无法作为 SQLite 数据库读取（{reason}）。\n如果文件没有选错，说明它已损坏：请原样保留一份，改用最近一次的备份。',
  otherDatabase:
    '{file} 是 SQLite 数据库，但不是 ShowDoc 的：没有 ShowDoc 的数据表 {tables}。\n请指定 ShowDoc 的文件夹，或其中的文件 Sqlite/showdoc.db.php。如果就是这个文件，说明它已缺失一部分，请改用完整的备份。',
  noAccount: '{file} 中没有账号，没有可以搬的内容。',
  noReadableAccount: '{file} 中没有可以读取的账号。',
  noItem: '此 ShowDoc 没有项目 {item}。\n项目编号在其网址的 # 之后。',
  dumpOfOther: '{file} 是导出文件，但不是 ShowDoc 的：没有名为 {tables} 的数据表（无论有无前缀）。',
  dumpOfSeveral: '{file} 包含多个 ShowDoc，其数据表的前缀是 {prefixes}。\n请使用只含其中一个的数据表的副本或导出文件。',
  dumpOfSeveralDatabases:
    '导出文件中有两个数据表 {table}，第二个在第 {line} 行：它包含多个数据库。\n请只导出 ShowDoc 的数据库。',
  dumpCutInside: '{file} 是压缩文件，无法完整解压：内容不完整或已损坏。',
  dumpInOtherSet: '导出文件的字符集是 {set}，这里不支持。\n请用 --default-character-set=utf8mb4 重新导出。',
  dumpTableUnsaid: dumpZh('有数据表 {table} 的数据，却没有该表的定义'),
  dumpColumnsUnsaid: dumpZh('数据表 {table} 的数据出现在字段定义之前'),
  dumpRowTwice: dumpZh('数据表 {table} 有一行重复'),
  dumpChanges: dumpZh('它用 {statement} 修改数据'),
  dumpTableNameless: dumpZh('有一个数据表没有名称'),
  dumpTableTooLong: dumpZh('有一个数据表的定义过长或不完整'),
  dumpRowBegins: dumpZh('数据表 {table} 有一行的开头不正确'),
  dumpRowEnds: dumpZh('数据表 {table} 有一行的结尾不正确'),
  dumpRowCount: dumpZh('数据表 {table} 有一行包含 {values} 个值，而字段有 {columns} 个'),
  dumpValueUnknown: dumpZh('数据表 {table} 有一个值的格式无法识别'),
  dumpValueTooLong: dumpZh('有一个值过长，超过任何页面'),
  dumpHexadecimal: dumpZh('数据表 {table} 有一个十六进制值不完整'),
  dumpCutOff: dumpZh('文件在此处中断，内容不完整'),
  dumpTextInOtherSet: dumpZh('有一段文字的字符集是 {set}，与导出文件不同'),
  dumpTextNotUtf8: dumpZh('有一段文字不是 UTF-8，而导出文件没有写明其他字符集'),
  archiveOfOtherKind: archiveZh('不是 zip 或 tar.gz'),
  archiveEncrypted: archiveZh('{name} 已加密'),
  archiveOfTooMany: archiveZh('其中的文件超过 {most} 个'),
  archiveWithLink: archiveZh('{name} 是链接，或不是文件'),
  archiveWithTwice: archiveZh('其中有两个 {name}'),
  archiveTooLarge: archiveZh('其中的内容超过 {most} GB'),
  archiveSwells: archiveZh('解压后的大小远超 ShowDoc 的压缩包'),
  archiveLeadsOut: archiveZh('{name} 会位于其文件夹之外，或不是文件名'),
  archiveWithoutShowdoc: archiveZh(
    '其中没有 ShowDoc。请打包 Sqlite 和 Public 所在的文件夹，或 mysqldump 的导出文件和它旁边的 Public 文件夹',
  ),
  archiveOfSeveral: archiveZh('其中有多个 ShowDoc：{places}'),
  archiveDamaged: archiveZh('已损坏或不完整（{reason}）'),
  octavoRuns: '有一个 Octavo 正在使用此数据库，请先停止它。',
  linksWereKept:
    '此 ShowDoc 第一次搬来时保留了页面中的链接，现在不能再改写。\n请不要选择改写，或搬到一个空的数据库中。',
  linksWereRewritten:
    '此 ShowDoc 第一次搬来时改写了页面中的链接，现在不能再保留。\n请不要选择保留，或搬到一个空的数据库中。',
  addressTooLate:
    '此 ShowDoc 第一次搬来时改写了指向 {hosts} 的链接，现在不能再加上 {address}。\n请不要填写地址，或搬到一个空的数据库中。',
  addressTooLateForAny:
    '此 ShowDoc 第一次搬来时没有填写地址，现在不能再加上 {address}。\n请不要填写地址，或搬到一个空的数据库中。',
  olderCopy:
    '这份 ShowDoc 数据比上一次搬来的更旧：数据表 {table} 落后。搬来会撤销此后的改动：内容、密码、已收回的权限，以及已失效的链接和密钥。\n请指定较新的一份。如果大家现在使用的就是这一份（例如已恢复备份），可加上 --older 或在管理后台勾选相应选项后继续。',
  otherBegun: '已开始从另一个 ShowDoc 搬来，还没有完成。\n请先再次运行那一次，它会继续。',
  hasAccounts:
    '此 Octavo 已有账号。\n加上 --into 可将 ShowDoc 搬到现有内容旁边；如需单独的站点，请将 DATA_DIR 设为空文件夹，或将 DATABASE_URL 设为空数据库。',
  hasOther:
    '已从另一个 ShowDoc 搬来，所以此 Octavo 已有账号。\n加上 --into 可将 ShowDoc 搬到现有内容旁边；如需单独的站点，请将 DATA_DIR 设为空文件夹，或将 DATABASE_URL 设为空数据库。',
  filesDiskFull: '存放文件的磁盘已满。\n请腾出空间后重新开始，已搬来的内容仍在。',
  filesRefused: '文件存储拒绝接收文件。\n请解决后重新开始，已搬来的内容仍在。',
  filesNotRead: '无法从文件存储中读回 {path}，因此不能核对。\n请解决后重新开始，已搬来的内容仍在。',
}

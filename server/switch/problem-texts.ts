/** Problems that a look finds, each with what to do, as sentences with `{values}`. */
export const PROBLEMS_EN = {
  problemDamaged:
    '{file} is damaged (problems found: {count}; the first: {damage}). Use a backup of it, or repair it with the command .recover of sqlite3.',
  problemNoSchema: 'The version of its tables is not said: compare the numbers of its rows with what ShowDoc shows.',
  problemNewSchema:
    'Its tables are of version {schema}, newer than {newest}, the newest that is known here: look for a newer Octavo.',
  idRepeated: 'an earlier row has its id, {id}',
  problemNoFiles:
    'None of the files that its tables name is in the folder of its files, Public/Uploads: {count}. Copy the folder Public as well, unless they are lost.',
  problemFilesUnread:
    'The folder of its files, {folder}, cannot be read ({reason}), so no file comes along. Let this user read it if it is a folder, or copy it from a place where it is one.',
  problemStrangeFiles:
    'Entries of the folder of its files, Public/Uploads, that are no files, or cannot be read: {count}, the first {path}. They do not come along; the receipt of a move says of each why.',
  problemUnknownTables: 'Tables that are not known here: {tables}. A move keeps their rows whole as JSON.',
  problemOtherShowdocs:
    'Beside the tables of a ShowDoc without a prefix, the file has those of others, which begin with {prefixes}. The one without a prefix is carried, as ShowDoc shows it. For one of the others, name a copy or a dump with the tables of that one.',
  problemMissingTables:
    'Tables that every ShowDoc has are missing: {tables}. What they held does not come along: name a copy or a dump with all tables, unless they are lost.',
  dumpUndecodable:
    'Texts in the dump that are not in its character set {set}: {count}, the first in line {line}. What is not becomes \uFFFD, and the receipt of a move names the rows. Make the dump anew with --default-character-set=utf8mb4.',
  dumpTwice:
    'Texts in the dump that look as if they had been encoded twice: {count}, the first in line {line}. If ShowDoc shows them well, make the dump anew with --default-character-set=latin1.',
  dumpLatin1AsUtf8:
    'The dump says that it is in latin1, but texts in it are UTF-8: {count}, the first in line {line}. They are read as UTF-8.',
  dumpLatin1:
    'The dump says that it is in latin1, and texts in it are read as that: {count}, the first in line {line}. Compare some with what ShowDoc shows.',
  dumpNarrow:
    'The dump is in the character set {set}, and tables in it are in {wider}, which has more characters: those that {set} lacks, such as emoji, became ? when it was made. Texts with a ? in these tables: {count}, the first in line {line}. Make the dump anew with --default-character-set=utf8mb4.',
  dumpZoneUnsaid:
    'Times in the dump in columns of the type TIMESTAMP, of which it does not say the time zone: {count}, the first in line {line}. They are read in China Standard Time (+08:00), as ShowDoc writes its times. Unless the database server is in that zone, make the dump anew with mysqldump --tz-utc, which says it; with --compact it does not.',
  dumpZoneUnknown:
    'Times in the dump are in the time zone {zone}, which is not known here: {count}, the first in line {line}. They are read in China Standard Time (+08:00). Make the dump anew with mysqldump --tz-utc.',
  dumpDateTimes:
    'Times in the dump in columns of the type DATETIME, which has no time zone: {count}, the first in line {line}. They are read in China Standard Time (+08:00), as ShowDoc writes its times. Compare some with what ShowDoc shows.',
} as const

export const PROBLEMS_ZH_CN: Readonly<Record<keyof typeof PROBLEMS_EN, string>> = {
  problemDamaged:
    '{file} 已损坏（发现 {count} 处，第一处：{damage}）。请使用它的备份，或用 sqlite3 的 .recover 命令修复。',
  problemNoSchema: '数据库没有写明表结构的版本，请将各表的行数与 ShowDoc 中显示的数量核对。',
  problemNewSchema: '表结构的版本是 {schema}，比这里认识的最新版本 {newest} 还新，请改用更新的 Octavo。',
  idRepeated: '编号 {id} 与前面的记录重复',
  problemNoFiles:
    '数据表中记录的 {count} 个文件，都不在存放文件的 Public/Uploads 文件夹中。除非文件已经丢失，否则请把 Public 文件夹也复制过来。',
  problemFilesUnread:
    '存放文件的文件夹 {folder} 无法读取（{reason}），所以文件都不会搬来。如果它是文件夹，请让当前用户有权读取；否则请从完好的位置复制过来。',
  problemStrangeFiles:
    'Public/Uploads 文件夹中有 {count} 项不是文件或无法读取，第一项是 {path}。它们不会搬来，搬家清单逐一说明原因。',
  problemUnknownTables: '这里不认识的表：{tables}。搬家时，其中的数据完整保存为 JSON。',
  problemOtherShowdocs:
    '文件中除了没有前缀的 ShowDoc 数据表，还有其他 ShowDoc 的数据表，前缀是 {prefixes}。搬来的是没有前缀的那一个，与 ShowDoc 显示的相同。如需其他的，请使用只含其数据表的副本或导出文件。',
  problemMissingTables:
    '缺少每个 ShowDoc 都有的表：{tables}。其中的内容不会搬来：除非已经丢失，请使用包含全部表的副本或转储。',
  dumpUndecodable:
    '导出文件中有 {count} 段文字不符合字符集 {set}，第一处在第 {line} 行。无法识别的部分显示为 \uFFFD，搬家清单列出相关的行。请用 --default-character-set=utf8mb4 重新导出。',
  dumpTwice:
    '导出文件中有 {count} 段文字像是编码了两次，第一处在第 {line} 行。如果它们在 ShowDoc 中显示正常，请用 --default-character-set=latin1 重新导出。',
  dumpLatin1AsUtf8:
    '导出文件写明的字符集是 latin1，但其中 {count} 段文字是 UTF-8，第一处在第 {line} 行；它们按 UTF-8 读取。',
  dumpLatin1:
    '导出文件写明的字符集是 latin1，其中 {count} 段文字按 latin1 读取，第一处在第 {line} 行。请抽查几处，与 ShowDoc 中显示的内容核对。',
  dumpNarrow:
    '导出文件的字符集是 {set}，其中数据表的字符集是 {wider}，字符更多：{set} 中没有的字符（例如表情符号）在导出时变成了 ?。这些表中含有 ? 的文字有 {count} 段，第一段在第 {line} 行。请用 --default-character-set=utf8mb4 重新导出。',
  dumpZoneUnsaid:
    '导出文件中 TIMESTAMP 类型的字段有 {count} 个时间，没有写明时区，第一个在第 {line} 行。它们按中国标准时间（+08:00）读取，与 ShowDoc 写入的时间相同。除非数据库服务器就在这个时区，否则请用 mysqldump --tz-utc 重新导出，其中会写明时区（加上 --compact 则不会）。',
  dumpZoneUnknown:
    '导出文件中有 {count} 个时间的时区是 {zone}，这里不认识，第一个在第 {line} 行。它们按中国标准时间（+08:00）读取。请用 mysqldump --tz-utc 重新导出。',
  dumpDateTimes:
    '导出文件中 DATETIME 类型的字段有 {count} 个时间，这种类型没有时区，第一个在第 {line} 行。它们按中国标准时间（+08:00）读取，与 ShowDoc 写入的时间相同。请抽查几个，与 ShowDoc 中显示的时间核对。',
}

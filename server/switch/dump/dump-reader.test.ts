import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeShowdoc } from '#tests/support/showdoc.ts'
import { openShowdoc } from '../look.ts'
import { dumpEvents, type DumpedValue } from './dump-reader.ts'

/** As mysqldump writes it according to MySQL's manual. */
const escaped = (text: string): string => Array.from(text, (sign) => WRITTEN[sign] ?? sign).join('')
const WRITTEN: Readonly<Record<string, string>> = {
  ...{ '\0': String.raw`\0`, '\n': String.raw`\n`, '\r': String.raw`\r`, '\u001A': String.raw`\Z` },
  ...{ '\\': String.raw`\\`, "'": String.raw`\'`, '"': String.raw`\"` },
}

/** In pieces of this length. */
async function* cut(text: string, length: number): AsyncGenerator<string, void> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

async function rowsIn(dump: string, length = 7): Promise<readonly (readonly DumpedValue[])[]> {
  const rows: (readonly DumpedValue[])[] = []
  for await (const event of dumpEvents(cut(dump, length))) if (event.kind === 'row') rows.push(event.values)
  return rows
}

const TABLE =
  'CREATE TABLE `t` (\n  `a` int(10) unsigned NOT NULL AUTO_INCREMENT,\n  `b` text,\n  `c` text\n) ENGINE=InnoDB;\n'
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.toWellFormed()),
  fc.constantFrom("it's", '\\', "\\'", '),(', ';', "');\n-- ", '/* */', '0x41', 'NULL', '\r\n', '"', '`'),
  fc.constant(null),
)

describe('a dump of MySQL', () => {
  it('is read to the letter, whatever is in its texts and wherever a piece ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (rows, length, isHex) => {
          const written = (text: string | null): string => {
            if (text === null) return 'NULL'
            if (isHex && text !== '') return `0x${Buffer.from(text).toString('hex').toUpperCase()}`
            return `'${escaped(text)}'`
          }
          const list = rows.map(([b, c], at) => `(${at + 1},${written(b)},${written(c)})`).join(',')
          const dump = `${TABLE}LOCK TABLES \`t\` WRITE;\nINSERT INTO \`t\` VALUES ${list};\nUNLOCK TABLES;\n`

          expect(await rowsIn(dump, length)).toEqual(rows.map(([b, c], at) => [String(at + 1), b, c]))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('may name columns, double its quotes, have comments, triggers and other tables', async () => {
    const dump = `-- MySQL dump 10.13; it's from 5.7
/*!40101 SET NAMES utf8 */;
${TABLE}INSERT IGNORE INTO \`db\`.\`t\` (\`c\`, \`a\`) VALUES
  ('it''s', -1), (_binary 'x\\'y', 2.50) , ("", b'101');
# another
DELIMITER ;;
/*!50003 CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN INSERT INTO t VALUES (9,'it','is'); END */;;
DELIMITER ;
CREATE VIEW v AS SELECT ';' AS \`a;b\` FROM t;
REPLACE INTO t VALUES (3,'z',NULL) ON DUPLICATE KEY UPDATE b=';';`

    expect(await rowsIn(dump.replace('("", ', "('', "))).toEqual([
      ["it's", '-1'],
      ["x'y", '2.50'],
      ['', '5'],
      ['3', 'z', null],
    ])
  })

  it.each([
    'CREATE VIEW `a"b` AS SELECT ";" AS `;`, \'`\' AS "c`";',
    'CREATE VIEW v AS SELECT "it\'s; `" AS a;',
    String.raw`SELECT "a \"; b", 'c \'; d', ` + '"`";',
    'ALTER TABLE t COMMENT "a""; b";',
    "ALTER TABLE t /* it's ; a `comment` */ ENGINE=InnoDB;",
    'SELECT 4 / 2;',
  ])('goes on behind %s', async (statement) => {
    const dump = `${TABLE}${statement}\nINSERT INTO t VALUES (1,'x','y');`

    for (const length of [1, 7, 4_096]) expect(await rowsIn(dump, length)).toEqual([['1', 'x', 'y']])
  })

  it.each([
    [`${TABLE}INSERT INTO \`t\` VALUES (1,'a`, /cut off/],
    [`${TABLE}INSERT INTO \`t\` VALUES (1,'a'`, /does not end as one/],
    [`${TABLE}INSERT INTO \`t\` VALUES (1,'a');`, /2 values for 3 columns/],
    [`${TABLE}INSERT INTO \`t\` VALUES (1,now(),NULL);`, /of a kind that no dump has/],
    ['INSERT INTO `t` VALUES (1);', /before it says what columns/],
    ['CREATE TABLE `t` (`a` int', /not to its end/],
  ])('that is broken is refused with what to do (%#)', async (dump, reason) => {
    await expect(rowsIn(dump)).rejects.toThrow(reason)
  })
})

const SHOWDOC = `CREATE TABLE \`sd_user\` (\`uid\` int(11) NOT NULL AUTO_INCREMENT, \`username\` varchar(50), \`password\` varchar(50), PRIMARY KEY (\`uid\`)) ENGINE=InnoDB AUTO_INCREMENT=90 DEFAULT CHARSET=utf8mb4;
INSERT INTO \`sd_user\` VALUES (1,'张三','x');
CREATE TABLE \`sd_item\` (\`item_id\` int(11) NOT NULL AUTO_INCREMENT, \`item_name\` varchar(50), \`uid\` int, PRIMARY KEY (\`item_id\`));
INSERT INTO \`sd_item\` VALUES (5,'订单',1);
CREATE TABLE \`sd_page\` (\`page_id\` int(11) NOT NULL AUTO_INCREMENT, \`item_id\` int, \`page_title\` varchar(50), \`page_content\` mediumtext, PRIMARY KEY (\`page_id\`));
INSERT INTO \`sd_page\` VALUES (30,5,'标题','a &lt; b\\n');
CREATE TABLE \`other\` (\`a\` int);
`

describe('a ShowDoc in a dump', () => {
  const laid = async (bytes: Buffer): Promise<string> => {
    const { folder } = await madeShowdoc('')
    const file = path.join(folder, 'dump.sql')
    await writeFile(file, bytes)
    return file
  }

  it.each([
    ['as UTF-8', Buffer.from(`/*!40101 SET NAMES utf8mb4 */;\n${SHOWDOC}`)],
    ['packed', gzipSync(`-- dump\n${SHOWDOC}`)],
  ])('is opened %s, without what stands before the names of its tables', async (_, bytes) => {
    const file = await laid(bytes)
    const before = await readFile(file)

    const showdoc = await openShowdoc(file)
    try {
      expect(showdoc.database.tables).toEqual(['item', 'page', 'user'])
      expect([...showdoc.database.stored('select * from page')]).toEqual([
        { page_id: 30, item_id: 5, page_title: '标题', page_content: 'a &lt; b\n' },
      ])
      expect(showdoc.sourceIds.largest.user).toBe(89)
    } finally {
      await showdoc.close()
    }
    expect(await readFile(file)).toEqual(before)
  })

  it('is read in the character set it says', async () => {
    const head = Buffer.from('SET NAMES gbk;\nINSERT_NOTHING;\n')
    const name = Buffer.from([0xd5, 0xc5, 0xc8, 0xfd])
    const [start = '', end = ''] = SHOWDOC.replaceAll('订单', '').replaceAll('标题', '').split('张三')
    const showdoc = await openShowdoc(await laid(Buffer.concat([head, Buffer.from(start), name, Buffer.from(end)])))
    expect([...showdoc.database.stored('select username from user')]).toEqual([{ username: '张三' }])
    await showdoc.close()
  })

  it.each([
    ['of something else', Buffer.from('CREATE TABLE `post` (`id` int);'), /not of a ShowDoc/],
    ['that is cut off', gzipSync(SHOWDOC).subarray(0, 200), /cut off or damaged/],
    ['in a set nobody knows', Buffer.from(`SET NAMES swe7;\n${SHOWDOC}`), /default-character-set=utf8mb4/],
    ['without escapes', Buffer.from(`SET SQL_MODE='NO_BACKSLASH_ESCAPES';\n${SHOWDOC}`), /sql_mode/],
  ])('%s is refused with what to do', async (_, bytes, reason) => {
    await expect(openShowdoc(await laid(bytes))).rejects.toThrow(reason)
  })
})

import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeShowdoc } from '#tests/support/showdoc.ts'
import { openShowdoc } from '../look.ts'
import { ShowdocRefusal } from '../refusal.ts'
import { pagesOf } from '../pages.ts'
import { wordsOfReason } from '../reasons.ts'
import { dumpEvents } from './dump-reader.ts'
import type { DumpedValue } from './dump-text.ts'
import { DumpTexts } from './dump-texts.ts'

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
  const pieces = cut(Buffer.from(dump).toString('latin1'), length)
  const texts = new DumpTexts({ encoding: 'bytes', set: 'utf8mb4' })
  for await (const event of dumpEvents({ pieces, texts })) if (event.kind === 'row') rows.push(event.values)
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
REPLACE INTO t VALUES (3,'z',NULL) ON DUPLICATE KEY UPDATE b=';';
-- Dump completed`

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
    [`${TABLE}INSERT INTO \`t\` VALUES (1,'a',NULL)`, /line 6: .*cut off/],
    [`${TABLE}INSERT INTO \`t\` VALUES (1,'a',NULL),`, /line 6: .*does not begin as one/],
    [`${TABLE}INSERT INTO t SET a = 1;`, /line 6: it changes rows with INSERT/],
    [`${TABLE}INSERT INTO t (a) SELECT 1;`, /line 6: it changes rows with INSERT/],
    [`${TABLE}UPDATE t SET a = 1;`, /line 6: it changes rows with UPDATE/],
    [`${TABLE}INSERT INTO t VALUES (1, 0x4, NULL);`, /line 6: a hexadecimal value/],
    [`${TABLE}INSERT INTO t VALUES (1, x'41, NULL);`, /line 6: a hexadecimal value/],
    [`${TABLE}INSERT INTO t VALUES (1, _gbk 'é', NULL);`, /line 6: .*character set gbk/],
    [`-- MySQL dump 10.13  Distrib 8.0\n${TABLE}`, /cut off/],
    [`-- MariaDB dump 10.19\n${TABLE}INSERT INTO t VALUES (1,'a','b');\n`, /cut off/],
    [`-- phpMyAdmin SQL Dump\nSTART TRANSACTION;\n${TABLE}`, /cut off/],
    [`SET FOREIGN_KEY_CHECKS = 0;\n${TABLE}`, /cut off/],
    [`-- Adminer 4.8.1 MySQL dump\n\n${TABLE}`, /cut off/],
    [`/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE */;\n${TABLE}`, /cut off/],
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
    // Neither sets back what it sets at its beginning.
    [
      'of an older Navicat',
      Buffer.from(`/*\nNavicat MySQL Data Transfer\n*/\n\nSET FOREIGN_KEY_CHECKS=0;\n${SHOWDOC}`),
    ],
    [
      'of Adminer',
      Buffer.from(`-- Adminer 4.8.1 MySQL dump\n\nSET foreign_key_checks = 0;\n${SHOWDOC}\n-- 2026-11-26 21:02:59\n`),
    ],
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

  /** What somebody reads of user 1 and page 30, and of what the look tells. */
  async function read(bytes: Buffer) {
    const showdoc = await openShowdoc(await laid(bytes))
    try {
      const [user, page] = ['select username from user', 'select page_title, page_content from page'].map((text) => [
        ...showdoc.database.stored(text),
      ])
      const told = showdoc.look.problems.filter(({ code }) => code.startsWith('dump'))
      return { texts: [...Object.values(user?.[0] ?? {}), ...Object.values(page?.[0] ?? {})], told }
    } finally {
      await showdoc.close()
    }
  }
  const TEXTS = ['张三', '标题', 'a &lt; b\n']
  /** The dump in another character set, as an encoder of its own would write it. */
  const inGbk = (text: string): Buffer =>
    Buffer.concat(
      [...text].map((sign) => {
        const bytes = GBK.get(sign)
        return bytes ? Buffer.from(bytes) : Buffer.from(sign)
      }),
    )
  const GBK = new Map([
    ['张', [0xd5, 0xc5]],
    ['三', [0xc8, 0xfd]],
    ['订', [0xb6, 0xa9]],
    ['单', [0xb5, 0xa5]],
    ['标', [0xb1, 0xea]],
    ['题', [0xcc, 0xe2]],
    // The second byte of this one is a backslash.
    ['誠', [0xd5, 0x5c]],
  ])

  it.each(['utf8', 'utf8mb3', 'utf8mb4', 'binary'])('is read in %s, and nothing is told', async (set) => {
    expect(await read(Buffer.from(`/*!40101 SET NAMES ${set} */;\n${SHOWDOC}`))).toEqual({ texts: TEXTS, told: [] })
  })

  it.each(['gbk', 'gb2312', 'gb18030'])(
    'is read in %s, also where a byte of a character is a backslash',
    async (set) => {
      const dump = `SET NAMES ${set};\n${SHOWDOC.replace('标题', '标题誠')}`

      expect(await read(inGbk(dump))).toEqual({ texts: ['张三', '标题誠', 'a &lt; b\n'], told: [] })
    },
  )

  it('that says latin1 is read as UTF-8 where it is, and as latin1 elsewhere, which is told with the line', async () => {
    const dump = Buffer.from(`SET NAMES latin1;\n${SHOWDOC.replace('标题', 'Caf\u0000 \u0001')}`)
    const bytes = dump.map((byte) => (byte === 0 ? 0xe9 : byte === 1 ? 0x80 : byte))

    const { texts, told } = await read(Buffer.from(bytes))

    expect(texts).toEqual(['张三', 'Café €', 'a &lt; b\n'])
    expect(told).toEqual([
      { code: 'dumpLatin1AsUtf8', values: { count: 2, line: 3 } },
      { code: 'dumpLatin1', values: { count: 1, line: 7 } },
    ])
  })

  it('whose texts were encoded twice comes as it is, which is told with the line', async () => {
    const twice = SHOWDOC.replace('标题', Buffer.from('标题').toString('latin1'))

    const { texts, told } = await read(Buffer.from(`SET NAMES utf8mb4;\n${twice}`))

    expect(texts[1]).toBe(Buffer.from('标题').toString('latin1'))
    expect(told).toEqual([{ code: 'dumpTwice', values: { count: 1, line: 7 } }])
    for (const language of ['en', 'zh-cn'] as const)
      expect(wordsOfReason('dumpTwice', told[0]?.values ?? {}, language)).toMatch(/7.*latin1/)
  })

  it.each([
    ['utf8mb4', '\u0000', [0xff]],
    ['gbk', '\u0000', [0xff]],
  ])('in %s with bytes that are none of its characters has them told by line and by row', async (set, mark, bad) => {
    const dump = inGbkOr(set, `SET NAMES ${set};\n${SHOWDOC.replace('标题', `x${mark}y`)}`)
    const at = dump.indexOf(0)
    const file = await laid(Buffer.concat([dump.subarray(0, at), Buffer.from(bad), dump.subarray(at + 1)]))

    const showdoc = await openShowdoc(file)
    try {
      expect(showdoc.look.problems).toContainEqual({ code: 'dumpUndecodable', values: { count: 1, line: 7, set } })
      expect([...pagesOf(showdoc.database, 5)].map(({ title }) => title)).toEqual(['x\uFFFDy'])
      expect(showdoc.database.mended).toEqual([
        { table: 'page', id: 30, reason: 'notUtf8', values: { column: 'page_title' } },
      ])
    } finally {
      await showdoc.close()
    }
  })
  const inGbkOr = (set: string, text: string): Buffer => (set === 'gbk' ? inGbk(text) : Buffer.from(text))

  it('of phpMyAdmin is read, with the numbers its tables have given', async () => {
    const dump = `-- phpMyAdmin SQL Dump
-- version 5.2.1
SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE \`user\` (
  \`uid\` int(11) NOT NULL COMMENT 'it''s; the number',
  \`username\` varchar(50) DEFAULT NULL, \`password\` varchar(50) DEFAULT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO \`user\` (\`uid\`, \`username\`, \`password\`) VALUES
(1, 'O''Neil \\\\ 张三', 'x'),
(2, "say \\"hi\\"", '');
CREATE TABLE \`item\` (\`item_id\` int(11) NOT NULL, \`item_name\` text, \`uid\` int);
CREATE TABLE \`page\` (\`page_id\` int(11) NOT NULL, \`item_id\` int, \`page_title\` text, \`page_content\` longtext);
ALTER TABLE \`user\`
  ADD PRIMARY KEY (\`uid\`);
ALTER TABLE \`user\`
  MODIFY \`uid\` int(11) NOT NULL AUTO_INCREMENT COMMENT 'it''s; the number', AUTO_INCREMENT=90;
COMMIT;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
`
    const showdoc = await openShowdoc(await laid(Buffer.from(dump)))
    try {
      expect([...showdoc.database.stored('select uid, username from user')]).toEqual([
        { uid: 1, username: "O'Neil \\ 张三" },
        { uid: 2, username: 'say "hi"' },
      ])
      expect(showdoc.sourceIds.largest.user).toBe(89)
    } finally {
      await showdoc.close()
    }
  })

  it('of Navicat is read, a row a statement', async () => {
    const dump = `\uFEFF/*
 Navicat Premium Dump SQL
*/

SET NAMES utf8mb4;
SET FOREIGN_KEY_CHECKS = 0;

-- ----------------------------
-- Table structure for user
-- ----------------------------
DROP TABLE IF EXISTS \`user\`;
CREATE TABLE \`user\`  (
  \`uid\` int(0) NOT NULL AUTO_INCREMENT,
  \`username\` varchar(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL DEFAULT '',
  \`password\` varchar(50),
  PRIMARY KEY (\`uid\`) USING BTREE
) ENGINE = InnoDB AUTO_INCREMENT = 7 CHARACTER SET = utf8mb4 ROW_FORMAT = Dynamic;
BEGIN;
INSERT INTO \`user\` VALUES (1, '张三', 'x');
INSERT INTO \`user\` (\`uid\`, \`username\`, \`password\`) VALUES (2, '李四', NULL);
COMMIT;
CREATE TABLE \`item\` (\`item_id\` int(0), \`item_name\` text, \`uid\` int(0));
CREATE TABLE \`page\` (\`page_id\` int(0), \`item_id\` int(0), \`page_title\` text, \`page_content\` longtext);
SET FOREIGN_KEY_CHECKS = 1;
`
    const showdoc = await openShowdoc(await laid(Buffer.from(dump)))
    try {
      expect([...showdoc.database.stored('select username from user')]).toEqual([
        { username: '张三' },
        { username: '李四' },
      ])
      expect(showdoc.sourceIds.largest.user).toBe(6)
    } finally {
      await showdoc.close()
    }
  })

  it('with NO_BACKSLASH_ESCAPES has backslashes that stand for themselves', async () => {
    const dump = `SET SQL_MODE='NO_BACKSLASH_ESCAPES';\n${SHOWDOC.replace('标题', String.raw`C:\new\''s`)}`

    expect((await read(Buffer.from(dump))).texts).toEqual(['张三', String.raw`C:\new\'s`, String.raw`a &lt; b\n`])
  })

  it.each([
    ['utf8', 'utf8mb4', '标题?', 1],
    ['gbk', 'utf8mb4', 'what?', 1],
    ['latin1', 'utf8', 'what?', 1],
    ['utf8', 'utf8mb4', 'title', 0],
    ['utf8', 'utf8mb3', '标题?', 0],
    ['utf8mb4', 'utf8mb4', '标题?', 0],
    // As advised for texts that were encoded twice.
    ['latin1', 'utf8mb4', '标题?', 0],
  ])('in %s of tables in %s with %s tells of %d texts in which characters may be lost', async (...given) => {
    const [set, wider, title, count] = given
    const told = `SET NAMES ${set};\n${SHOWDOC.replace(/(CREATE TABLE `sd_page`[^;]*)/, `$1 DEFAULT CHARSET=${wider}`)}`
    const named = told.replace('张三', 'zhang').replace('标题', title)
    const dump = title === 'what?' ? named.replaceAll(/[^\0-\x7F]/g, '?') : named
    const { told: problems } = await read(Buffer.from(dump))

    expect(problems.filter(({ code }) => code === 'dumpNarrow')).toEqual(
      count === 0 ? [] : [{ code: 'dumpNarrow', values: { set, wider, count, line: expect.any(Number) as number } }],
    )
  })

  it('that is cut anywhere is refused', async () => {
    const whole = Buffer.from(`-- MySQL dump 10.13\n${SHOWDOC}-- Dump completed on 2026-11-26\n`)
    const end = whole.lastIndexOf('-- Dump')
    for (let at = 30; at < end; at += 7)
      await expect(openShowdoc(await laid(whole.subarray(0, at)))).rejects.toThrow(ShowdocRefusal)
  })

  it.each([
    ['of something else', Buffer.from('CREATE TABLE `post` (`id` int);'), /not of a ShowDoc/],
    ['that is cut off', gzipSync(SHOWDOC).subarray(0, 200), /cut off or damaged/],
    ['in a set nobody knows', Buffer.from(`SET NAMES swe7;\n${SHOWDOC}`), /default-character-set=utf8mb4/],
    ['in UTF-16', Buffer.from(`\uFEFF${SHOWDOC}`, 'utf16le'), /result-file/],
    [
      'without a character set that is none of UTF-8',
      Buffer.from(SHOWDOC.replace('标题', 'x').replace('张三', 'é'), 'latin1'),
      /line 2: a text is not UTF-8/,
    ],
    [
      'of several databases',
      Buffer.from(
        `USE mysql;\nCREATE TABLE \`user\` (\`Host\` char(60));\nUSE docs;\n${SHOWDOC.replaceAll('sd_', '')}`,
      ),
      /table user twice, again in line 4/,
    ],
    [
      'of several ShowDocs',
      Buffer.from(SHOWDOC + SHOWDOC.replaceAll('sd_', 'old_').replace('`other`', '`another`')),
      /several ShowDocs.*"sd_", "old_"/,
    ],
    [
      'with a row twice',
      Buffer.from(`${SHOWDOC}INSERT INTO sd_user VALUES (1,'b','c');\n`),
      /line 8: a row of sd_user is there twice/,
    ],
  ])('%s is refused with what to do', async (_, bytes, reason) => {
    await expect(openShowdoc(await laid(bytes))).rejects.toThrow(reason)
  })
})

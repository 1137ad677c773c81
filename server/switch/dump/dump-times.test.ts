import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeShowdoc } from '#tests/support/showdoc.ts'
import { openShowdoc } from '../look.ts'
import { pagesOf } from '../pages.ts'
import { wordsOfReason } from '../reasons.ts'

/** What MySQL stores as a TIMESTAMP in all of these, for people of China 2019-05-06 07:08:09. */
const MOMENT = '2019-05-05T23:08:09.000Z'

interface Written {
  /** What stands before the tables. */
  readonly head?: string
  /** The value of the time. */
  readonly time: string
  readonly type?: string
}

/** A dump of a ShowDoc with a page that has this time. */
const dumpOf = ({ head = '', time, type = 'timestamp NULL DEFAULT NULL' }: Written): string => `${head}
CREATE TABLE \`user\` (\`uid\` int(11) NOT NULL AUTO_INCREMENT, \`username\` text, \`password\` text);
INSERT INTO \`user\` VALUES (1,'ann','x');
CREATE TABLE \`item\` (\`item_id\` int(11), \`item_name\` text, \`uid\` int(11));
INSERT INTO \`item\` VALUES (5,'Orders',1);
CREATE TABLE \`page\` (
  \`page_id\` int(11) NOT NULL AUTO_INCREMENT,
  \`item_id\` int(11) DEFAULT NULL,
  \`page_title\` varchar(50) DEFAULT NULL,
  \`page_content\` mediumtext DEFAULT NULL,
  \`addtime\` ${type}
);
INSERT INTO \`page\` VALUES (30,5,'A','x',${time});
/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;
`

/** When the page was saved, and what the look tells of times. */
async function read(dump: string) {
  const { folder } = await madeShowdoc('')
  const file = path.join(folder, 'dump.sql')
  await writeFile(file, dump)
  const showdoc = await openShowdoc(file)
  try {
    const [page] = [...pagesOf(showdoc.database, 5)]
    return {
      at: page?.savedAt?.toISOString() ?? null,
      told: showdoc.look.problems.filter(({ code }) => /^dump(?:Zone|Date)/.test(code)),
    }
  } finally {
    await showdoc.close()
  }
}

describe('a TIMESTAMP in a dump', () => {
  it.each([
    ['mysqldump', "/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;\n/*!40103 SET TIME_ZONE='+00:00' */;", '05 23:08:09'],
    ['mariadb-dump', "/*M!100103 SET TIME_ZONE='+00:00' */;", '05 23:08:09'],
    ['phpMyAdmin', 'SET time_zone = "+00:00";', '05 23:08:09'],
    ['Adminer', "SET NAMES utf8;\nSET time_zone = '+00:00';", '05 23:08:09'],
    ['a program with a list', "SET NAMES utf8mb4, @@session.time_zone := '-03:30';", '05 19:38:09'],
    ['a program with a short offset', "SET SESSION time_zone='+9:00';", '06 08:08:09'],
    ['a server in China', "SET TIME_ZONE='+08:00';", '06 07:08:09'],
    ['a server in Berlin', "SET time_zone = 'Europe/Berlin';", '06 01:08:09'],
    ['a server in Saint John’s', "SET time_zone = 'america/st_johns';", '05 20:38:09'],
    [
      'events before it',
      "/*!50106 SET @save_time_zone= @@TIME_ZONE */ ;\n/*!50106 SET TIME_ZONE= 'UTC' */ ;\n/*!50106 SET TIME_ZONE= @save_time_zone */ ;\nSET TIME_ZONE='+00:00';",
      '05 23:08:09',
    ],
    [
      'a zone that was set back',
      "SET TIME_ZONE='+00:00';\nSET @OLD_TIME_ZONE=@@TIME_ZONE, TIME_ZONE='+02:00';\nSET TIME_ZONE=IFNULL(@OLD_TIME_ZONE, 'system');",
      '05 23:08:09',
    ],
    ['a zone of the server', "SET TIME_ZONE='+00:00';\nSET GLOBAL time_zone = '+05:00';", '05 23:08:09'],
  ])('of %s is the moment that it was', async (_, head, time) => {
    expect(await read(dumpOf({ head, time: `'2019-05-${time}'` }))).toEqual({ at: MOMENT, told: [] })
    // With parts of seconds, which ShowDoc does not have.
    expect((await read(dumpOf({ head, time: `'2019-05-${time}.123'`, type: 'timestamp(3)' }))).at).toBe(MOMENT)
  })

  it('is the moment that it was, in whatever zone the dump was made', async () => {
    const zones = ['+00:00', '+05:45', '-12:00', '+14:00', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe']
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 946_684_800, max: 2_145_916_800 }),
        fc.constantFrom(...zones),
        async (seconds, zone) => {
          const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
          const text = shown.format(seconds * 1_000)
          // In the hour that a clock shows twice, nothing says which it was.
          fc.pre(![-1, -0.5, 0.5, 1].some((hours) => shown.format((seconds + hours * 3_600) * 1_000) === text))

          const { at } = await read(dumpOf({ head: `SET TIME_ZONE='${zone}';`, time: `'${text}'` }))

          expect(at).toBe(new Date(seconds * 1_000).toISOString())
        },
      ),
      { numRuns: 40 },
    )
  })

  it.each(['', "SET TIME_ZONE='SYSTEM';", 'SET time_zone = DEFAULT;', 'SET TIME_ZONE=@OLD_TIME_ZONE;'])(
    'of a dump that says no zone (%s) is read as of China, which is told',
    async (head) => {
      expect(await read(dumpOf({ head, time: "'2019-05-06 07:08:09'" }))).toEqual({
        at: MOMENT,
        told: [{ code: 'dumpZoneUnsaid', values: { count: 1, line: 13 } }],
      })
    },
  )

  it('in a zone that is not known is read as of China, which is told with the zone', async () => {
    const { at, told } = await read(dumpOf({ head: "SET TIME_ZONE='Mars/Base';", time: "'2019-05-06 07:08:09'" }))

    expect([at, told]).toEqual([
      MOMENT,
      [{ code: 'dumpZoneUnknown', values: { count: 1, line: 13, zone: 'Mars/Base' } }],
    ])
    for (const language of ['en', 'zh-cn'] as const)
      expect(wordsOfReason('dumpZoneUnknown', told[0]?.values ?? {}, language)).toMatch(/Mars\/Base.*13.*--tz-utc/)
  })

  it.each(["'0000-00-00 00:00:00'", 'NULL', '0', "'2019-13-45 00:00:00'"])('that is %s is none', async (time) => {
    expect(await read(dumpOf({ head: "SET TIME_ZONE='Europe/Berlin';", time }))).toEqual({ at: null, told: [] })
  })
})

it('a DATETIME in a dump has no zone: it is read as of China, whatever zone the dump says, and that is told', async () => {
  const head = "/*!40103 SET TIME_ZONE='+00:00' */;"

  const { at, told } = await read(dumpOf({ head, time: "'2019-05-06 07:08:09'", type: 'datetime DEFAULT NULL' }))

  expect([at, told]).toEqual([MOMENT, [{ code: 'dumpDateTimes', values: { count: 1, line: 13 } }]])
})

it('a time in seconds in a dump is what it was, and nothing is told', async () => {
  const dump = dumpOf({ head: "SET TIME_ZONE='+00:00';", time: '1557097689', type: 'int(11) DEFAULT 0' })

  expect(await read(dump)).toEqual({ at: MOMENT, told: [] })
})

import { z } from 'zod'
import { always, command, DomainError, text } from '#core/plugin.ts'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { threadedMarkdown } from './sql/threaded-sql.ts'

/** UTF-16 units; parsing takes linear time (threats J4). */
export const LONGEST_SQL = 200_000

export const formatToolsOperations = {
  formatTools: {
    // It changes nothing, but its input is too long for a GET.
    sqlToTable: command({
      withoutTransaction: true,
      // It waits ten seconds for those before it, and takes five.
      limitMs: 20_000,
      isHeavy: always,
      summary: 'The columns of CREATE TABLE statements as markdown tables.',
      audience: 'anyone',
      rest: { path: 'page/sqlToMarkdownTable' },
      input: z.object({ sql: text(LONGEST_SQL) }),
      output: z.object({ markdown: z.string() }),
      example: { sql: 'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL)' },
      async run({ session }, { sql }) {
        const words = (session.language === 'en' ? en : zhCn).sqlTable
        const markdown = await threadedMarkdown({ sql, words })
        if (markdown === '') throw new DomainError('invalidInput', { field: 'sql' })
        return { markdown }
      },
    }),
  },
}

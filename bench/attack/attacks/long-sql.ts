import { longestWaitDuring, type Attack } from '../attack.ts'

/** Many concurrent scripts of the maximum length. */
export const attack: Attack = {
  name: '10 scripts of SQL of 200 KB at once',
  before: 'read in the thread that answers everybody',
  goal: 'others wait ≤ 500 ms',
  async run(target) {
    const sql = 'create table a (b int, c int, primary key (b, c));'.repeat(3_900)
    const read = () => target.admin.call('page/sqlToMarkdownTable', { sql })

    const waited = await longestWaitDuring(target, () => Promise.all(Array.from({ length: 10 }, read)))

    return { now: `others waited ${Math.round(waited)} ms`, isMet: waited <= 500 }
  },
}

import { longestWaitDuring, savedPage, type Attack } from '../attack.ts'

const PAGES = 60

/** The menu of an item with long pages, filtered by a text that occurs in all of them, many times at once. */
export const attack: Attack = {
  name: 'the menu by keyword over 60 pages of 1.5 MB',
  before: 'blocked the embedded database for 10 s',
  goal: 'others wait ≤ 4 s',
  async run(target) {
    for (let number = 0; number < PAGES; number += 1)
      await savedPage(target, `Long ${number}`, `${number} abcd bcde `.repeat(110_000))
    const ask = () =>
      fetch(`${target.url}/api/item/info?item_id=${target.itemId}&keyword=abcde`).then((reply) => reply.text())

    const waited = await longestWaitDuring(target, () => Promise.all(Array.from({ length: 6 }, ask)))

    return { now: `others waited ${Math.round(waited)} ms`, isMet: waited <= 4_000 }
  },
}

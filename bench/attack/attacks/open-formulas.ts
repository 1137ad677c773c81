import { millisecondsOf, savedPage, type Attack } from '../attack.ts'

const PAGES = 8

/** Pages with unclosed formulas, all requested at once, followed by a page of 20 bytes. */
export const attack: Attack = {
  name: 'lines that begin with $$, 40 KB',
  before: '6 s each, a page of 20 bytes waited 40 s',
  goal: 'a page of 20 bytes waits ≤ 1 s',
  async run(target) {
    const view = (id: number) => fetch(`${target.url}/api/page/view?page_id=${id}`).then((reply) => reply.text())
    const small = await savedPage(target, 'Small', '*twenty bytes long*.')
    const ids: number[] = []
    for (let number = 0; number < PAGES; number += 1)
      ids.push(await savedPage(target, `Formulas ${number}`, `$$${number}\n`.repeat(8_000)))
    await view(await savedPage(target, 'Warm', '*warm*'))

    const views = Promise.all(ids.map((id) => millisecondsOf(() => view(id))))
    const waited = await millisecondsOf(() => view(small))
    const slowest = Math.max(...(await views))

    return { now: `slowest ${seconds(slowest)}, the small page ${seconds(waited)}`, isMet: waited <= 1_000 }
  },
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`

import { hostileCorpus } from '#adapters/markdown/hostile-corpus.ts'
import { millisecondsOf, savedPage, type Attack } from '../attack.ts'

/** All syntax of the renderer, repeated and nested, 100 KB each, one after the other. */
export const attack: Attack = {
  name: 'texts of 100 KB made to take long',
  before: 'up to 10 s each',
  goal: '≤ 1 s each, or shown as typed by then',
  async run(target) {
    const view = (id: number) => fetch(`${target.url}/api/page/view?page_id=${id}`).then((reply) => reply.text())
    const id = await savedPage(target, 'Long enough for the thread of long texts', 'word '.repeat(10_000))
    await view(id)
    let [count, longest, slowest, typed] = [0, 0, '', 0]
    for (const { name, text } of hostileCorpus()) {
      const page = await savedPage(target, name, text)
      let shown = ''
      const ms = await millisecondsOf(async () => (shown = await view(page)))
      count += 1
      if (shown.includes('"html":"<pre><code>')) typed += 1
      if (ms > longest) [longest, slowest] = [ms, name]
    }
    const now = `${count} texts, slowest ${(longest / 1_000).toFixed(2)} s (${slowest}), ${typed} as typed`
    // Sending and reading takes time as well.
    return { now, isMet: longest <= 1_500 }
  },
}

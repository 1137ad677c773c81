import { z } from 'zod'
import { command, definePlugin, id, idOrNone, openItem, startTask, taskKind } from '#core/plugin.ts'

/** Hooks for the tasks of this plugin, so that a test decides when they continue. */
export interface NumbersGate {
  /** Called with each number reached, and the final one. */
  reached?(number: number, to: number): Promise<void> | void
}

const Numbers = z.object({ to: z.number().int().default(3), itemId: idOrNone().default(0) })
const HOUR_MS = 3_600_000
const TITLES = {
  en: {
    ...{ count: 'Count', resume: 'Count on', remember: 'Count as before', fail: 'Fail' },
    ...{ hang: 'Hang', ignore: 'Ignore', file: 'Write a file' },
  },
  'zh-cn': {
    ...{ count: '计数', resume: '继续计数', remember: '照旧计数', fail: '失败' },
    ...{ hang: '等待', ignore: '不理会', file: '写文件' },
  },
} as const
const titlesIn = (language: keyof typeof TITLES) => ({
  tasks: Object.fromEntries(Object.entries(TITLES[language]).map(([name, title]) => [`numbers.${name}`, title])),
})

async function* linesTo(last: number): AsyncIterable<Uint8Array> {
  for (let number = 1; number <= last; number += 1) yield new TextEncoder().encode(`${number}\n`)
}

/** Rejects when the signal fires. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

/** A plugin whose tasks count, fail, hang, or ignore their signal. */
export function numbersPlugin({ reached = () => undefined }: NumbersGate = {}) {
  /**
   * Counts on from the last number, checking access to the item before each one, if so with the context as it was at
   * first.
   */
  const count = ({ isResumable = false, asAtFirst = false } = {}) =>
    taskKind({
      input: Numbers,
      limitMs: HOUR_MS,
      isResumable,
      async run(ctx, { to, itemId }, { signal, kept, progress, keep }) {
        const begun = asAtFirst ? { ...ctx } : ctx
        const { at = 0 } = (kept ?? {}) as { readonly at?: number }
        for (let number = at + 1; number <= to; number += 1) {
          signal.throwIfAborted()
          if (itemId !== 0) await openItem(begun, itemId, 'edit')
          const waited = reached(number, to)
          if (waited) await Promise.race([waited, endOf(signal)])
          progress({ done: number, of: to, what: { en: `number ${number}`, 'zh-cn': `第 ${number} 个数` } })
          if (isResumable) await keep({ at: number })
        }
        return { text: { en: `Counted to ${to}`, 'zh-cn': `数到 ${to}` }, path: '/item/index' }
      },
    })
  return definePlugin({
    id: 'numbers',
    apiVersion: 2,
    summary: 'Counts, in the tests of tasks.',
    operations: {
      numbers: {
        start: command({
          summary: 'Starts a task.',
          audience: 'user',
          input: z.object({ kind: z.string(), ...Numbers.shape }),
          output: z.object({ taskId: id() }),
          run: async (ctx, { kind, ...input }) => ({ taskId: await startTask(ctx, `numbers.${kind}`, input) }),
        }),
      },
    },
    tasks: {
      'numbers.count': count(),
      'numbers.resume': count({ isResumable: true }),
      'numbers.remember': count({ asAtFirst: true }),
      'numbers.fail': taskKind({
        input: Numbers,
        limitMs: HOUR_MS,
        run: () => Promise.reject(new Error('a bug')),
      }),
      /** As of a plugin written without types. */
      'numbers.careless': taskKind({
        input: Numbers,
        limitMs: HOUR_MS,
        async run(_ctx, _input, { progress, keep }) {
          const told = [{ what: null }, { what: 7, of: undefined }, { done: 2, what: { en: 'step two' } }] as const
          for (const careless of told) progress(careless as object)
          await keep({})
          return { text: null } as object
        },
      }),
      'numbers.hang': taskKind({
        input: Numbers,
        limitMs: 50,
        run: (_ctx, _input, { signal }) => endOf(signal),
      }),
      'numbers.ignore': taskKind({
        input: Numbers,
        limitMs: HOUR_MS,
        async run(_ctx, { to }, { progress }) {
          await reached(to, to)
          progress({ done: to, of: to })
          return { text: 'all the same' }
        },
      }),
      'numbers.file': taskKind({
        input: Numbers,
        limitMs: HOUR_MS,
        run: async (_ctx, { to }) => ({
          file: { name: '数字.txt', mediaType: 'text/plain', content: linesTo(to) },
        }),
      }),
    },
    messages: { en: titlesIn('en'), 'zh-cn': titlesIn('zh-cn') },
  })
}

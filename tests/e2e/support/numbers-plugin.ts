/** A plugin as an operator puts it into the data directory, file by file: its tasks count as far as a test lets them. */
export const NUMBERS_PLUGIN: Readonly<Record<string, string>> = {
  'manifest.json': `{ "id": "numbers", "apiVersion": 2, "summary": "Counts, in a test.", "server": "server.js", "web": "web.js" }
`,
  'server.js': `// Tasks that count as far as a test lets them.
let allowed = 0
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

export default ({ command, taskKind, startTask, nothing, id, z }) => {
  const input = z.object({ to: z.number().int() })
  const kind = (ending) =>
    taskKind({
      input,
      limitMs: 600_000,
      async run(ctx, { to }, { signal, progress }) {
        for (let number = 1; number <= to; number += 1) {
          progress({ done: number - 1, of: to, what: \`Chapter \${number}\` })
          while (allowed < number) {
            await pause()
            signal.throwIfAborted()
          }
        }
        return ending(ctx.session.language)
      },
    })
  async function* lines() {
    yield new TextEncoder().encode('one\\ntwo\\n')
  }
  const starting = (name) =>
    command({
      summary: 'Starts a task.',
      audience: 'user',
      input,
      output: z.object({ taskId: id() }),
      run: async (ctx, given) => ({ taskId: await startTask(ctx, name, given) }),
    })
  return {
    operations: {
      numbers: {
        write: starting('numbers.write'),
        fail: starting('numbers.fail'),
        allow: command({
          summary: 'Lets tasks count so far.',
          audience: 'user',
          input,
          output: nothing(),
          run: async (_ctx, { to }) => ((allowed = to), {}),
        }),
      },
    },
    tasks: {
      'numbers.write': kind((language) => ({
        text: language === 'en' ? 'Two chapters written.' : '已写好两章。',
        path: '/item/index',
        file: { name: 'chapters.txt', mediaType: 'text/plain', content: lines() },
      })),
      'numbers.fail': kind(() => {
        throw new Error('a bug')
      }),
    },
    messages: {
      en: { tasks: { 'numbers.write': 'Write chapters', 'numbers.fail': 'Lose chapters' } },
      'zh-cn': { tasks: { 'numbers.write': '写章节', 'numbers.fail': '丢失章节' } },
    },
  }
}
`,
  'web.js': `import { apiOf, contribute, defineWebPlugin, headerLinks } from '/host/v2/sdk.js'
import { jsx } from '/host/v2/jsx-runtime.js'

function StartLink() {
  const write = apiOf().numbers.write.useMutation()
  return jsx('button', { type: 'button', onClick: () => write.mutate({ to: 2 }), children: 'numbers' })
}

export default defineWebPlugin({
  id: 'numbers',
  apiVersion: 2,
  messages: { en: {}, 'zh-cn': {} },
  contributes: [contribute(headerLinks, { Component: StartLink })],
})
`,
}

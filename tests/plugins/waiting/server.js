export default ({ command, id, nothing, query, startTask, taskKind, z }) => ({
  operations: {
    waiting: {
      look: query({
        summary: 'Answers while the plugin is on.',
        audience: 'user',
        input: nothing(),
        output: z.object({ isOn: z.boolean() }),
        run: async () => ({ isOn: true }),
      }),
      start: command({
        summary: 'Starts a task that waits until it is told to end.',
        audience: 'user',
        input: nothing(),
        output: z.object({ taskId: id() }),
        run: async (ctx) => ({ taskId: await startTask(ctx, 'waiting.wait', {}) }),
      }),
    },
  },
  tasks: {
    'waiting.wait': taskKind({
      input: z.object({}),
      limitMs: 600_000,
      async run(_ctx, _input, { signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        signal.throwIfAborted()
        return {}
      },
    }),
  },
  messages: {
    en: { tasks: { 'waiting.wait': 'Wait' } },
    'zh-cn': { tasks: { 'waiting.wait': '等待' } },
  },
})

import { pageKind } from './kind.js'

export default ({ contribute, nothing, pageKinds, query, z }) => ({
  operations: {
    allPoints: {
      name: query({
        summary: 'The name of the person who asks.',
        audience: 'user',
        input: nothing(),
        output: z.object({ name: z.string() }),
        run: async ({ store, actor }) => ({ name: (await store.users.byId(actor.id))?.username ?? '' }),
      }),
    },
  },
  messages: { en: {}, 'zh-cn': { calls: { 'allPoints.name': '发起调用的人的用户名。' } } },
  contributes: [contribute(pageKinds, pageKind)],
})

import { z } from 'zod'
import { contribute, definePlugin, nothing, pageKinds, query } from '#core/plugin.ts'
import { pageKind } from './kind.ts'

export const allPointsOperations = {
  allPoints: {
    name: query({
      summary: 'The name of the person who asks.',
      audience: 'user',
      input: nothing(),
      output: z.object({ name: z.string() }),
      run: async ({ store, actor }) => ({
        name: actor.kind === 'user' ? ((await store.users.byId(actor.id))?.username ?? '') : '',
      }),
    }),
  },
}

export default definePlugin({
  id: 'all-points',
  apiVersion: 2,
  summary: 'Has a value for every point of the web, for tests.',
  operations: allPointsOperations,
  contributes: [contribute(pageKinds, pageKind)],
  messages: { en: {}, 'zh-cn': { calls: { 'allPoints.name': '提问者的姓名。' } } },
})

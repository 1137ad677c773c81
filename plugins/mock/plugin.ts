import { contribute, definePlugin, mockCarriers, sampleSteps } from '#core/plugin.ts'
import { answerMock, readerByKey } from './answer.ts'
import { carryMock } from './carry.ts'
import { mockOperations } from './operations.ts'
import { sampleMock } from './sample-mock.ts'

declare module '#core/errors.ts' {
  interface PluginErrorCodes {
    readonly mockTooDeep: 20201
    readonly mockTooLarge: 20202
  }
}

export default definePlugin({
  id: 'mock',
  apiVersion: 2,
  summary: 'Answers for an API before the API exists.',
  operations: mockOperations,
  contributes: [contribute(mockCarriers, carryMock), contribute(sampleSteps, sampleMock)],
  errors: { mockTooDeep: 20201, mockTooLarge: 20202 },
  routes: (['/mock-path/', '/mock-data/'] as const).map((prefix) => ({
    ...{ prefix, caller: 'anyone', actorOf: readerByKey, answer: answerMock },
  })),
  messages: {
    en: {
      name: 'Mock',
      errors: {
        mockTooDeep: 'The template has too many levels within each other.',
        mockTooLarge: 'The template makes an answer of more than 1 MB. Please ask for fewer values.',
      },
    },
    'zh-cn': {
      name: 'Mock',
      summary: '在接口实现之前给出模拟响应。',
      errors: { mockTooDeep: '模板的嵌套层级太多。', mockTooLarge: '模板生成的响应超过 1 MB，请减少数量。' },
      calls: {
        'mock.add': '保存页面的 Mock 模板，替换之前保存的内容。',
        'mock.resetKey': '更换页面 Mock 的密钥；私密项目的 Mock 地址随之改变，原地址失效。',
        'mock.preview': '模板生成的一个响应。',
        'mock.infoByPageId': '页面的 Mock 模板；没有时各字段为空。',
      },
    },
  },
})

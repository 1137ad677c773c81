import { contribute, definePlugin, sealedDocuments, transferSteps } from '#core/plugin.ts'
import { sealedKeys } from './item-key.ts'
import { itemKeyOperations } from './operations.ts'
import { resetByTransfer } from './reset.ts'

export default definePlugin({
  id: 'open-api',
  apiVersion: 2,
  summary: 'A key for each item, with which programs write its pages.',
  operations: itemKeyOperations,
  contributes: [contribute(transferSteps, resetByTransfer), contribute(sealedDocuments, sealedKeys)],
  messages: {
    en: { name: 'Open API' },
    'zh-cn': {
      name: '开放 API',
      summary: '为每个项目提供一个 key，供程序写入页面。',
      calls: {
        'itemKey.get': '供程序写入项目的 key 和 token，重置之前保持不变。',
        'itemKey.advice': 'token 是否因项目转让而重置，以及是否有知情者已不再管理项目；不含密钥本身。',
        'itemKey.reset': '为项目生成新的 token，原来的随即失效。',
        'itemKey.writePage':
          '凭项目的 key 和 token 按标题新建或更新页面。cat_name 为路径，如 A/B/C，缺少的目录会自动创建。',
      },
    },
  },
})

import {
  contribute,
  definePlugin,
  itemKeyCarriers,
  itemKeyHolders,
  sealedDocuments,
  transferSteps,
} from '#core/plugin.ts'
import { carryKey, keyHolder, sealedKeys } from './item-key.ts'
import { itemKeyOperations } from './operations.ts'
import { programOperations } from './program-operations.ts'
import { pushingOperations } from './pushing-operations.ts'
import { resetByTransfer } from './reset.ts'
import { answerTool } from './tools.ts'

declare module '#core/errors.ts' {
  interface PluginErrorCodes {
    readonly codeWithoutComments: 20301
    readonly databaseEmpty: 20302
    readonly databaseBroken: 20303
  }
}

export default definePlugin({
  id: 'open-api',
  apiVersion: 2,
  summary:
    'A key for each item, with which programs write its pages, and scripts that make pages of code and databases.',
  operations: { ...itemKeyOperations, open: { ...pushingOperations, ...programOperations } },
  errors: { codeWithoutComments: 20301, databaseEmpty: 20302, databaseBroken: 20303 },
  contributes: [
    contribute(transferSteps, resetByTransfer),
    contribute(sealedDocuments, sealedKeys),
    contribute(itemKeyCarriers, carryKey),
    contribute(itemKeyHolders, keyHolder),
  ],
  routes: [{ prefix: '/tools/', caller: 'none', answer: answerTool }],
  messages: {
    en: {
      name: 'Open API',
      errors: {
        codeWithoutComments: 'There is no comment with the word octavo or showdoc and a @title in it.',
        databaseEmpty: 'There are no tables.',
        databaseBroken: 'Line {line} is not a line that the script for databases sends.',
      },
    },
    'zh-cn': {
      name: '开放 API',
      summary: '为每个项目提供一个 key，供程序写入页面，并提供从代码和数据库生成页面的脚本。',
      errors: {
        codeWithoutComments: '没有找到带有 octavo（或 showdoc）字样和 @title 的注释。',
        databaseEmpty: '没有任何数据表。',
        databaseBroken: '第 {line} 行不是数据库脚本发送的内容。',
      },
      calls: {
        'itemKey.get': '供程序写入项目的 key 和 token，重置之前保持不变。',
        'itemKey.advice': 'token 是否因项目转让而重置，以及是否有知情者已不再管理项目；不含密钥本身。',
        'itemKey.reset': '为项目生成新的 token，原来的随即失效。',
        'itemKey.writePage':
          '凭项目的 key 和 token 按标题新建或更新页面。cat_name 为路径，如 A/B/C，cat_name_sub 为其下的路径；缺少的目录会自动创建。',
        'open.comments': '凭项目的 key 和 token，把源代码中带标题的注释生成为 API 文档；人工填写的说明会保留。',
        'open.database':
          '凭项目的 key 和 token，为数据库的每张表生成一个页面，另有一页 ER 图；人工填写的说明会保留。content 每行一个 JSON 对象。',
        'open.page': '凭项目的 key 和 token，按编号读取页面；没有编号时读取第一个同名页面。',
        'open.tree': '凭项目的 key 和 token，读取项目的目录和页面，包括页面内容。',
        'open.deletePage': '凭项目的 key 和 token，把页面移入回收站。',
        'open.addCatalog': '凭项目的 key 和 token 新建目录；允许与已有目录同名。',
        'open.changeCatalog': '凭项目的 key 和 token，修改目录的名称或排序。',
        'open.deleteCatalog': '凭项目的 key 和 token，删除目录及其下级目录；其中的页面移入回收站。',
        'open.upload': '凭项目的 key 和 token 上传附件到页面，或不属于任何页面；文件归项目所有者。',
        'open.deleteFile': '凭项目的 key 和 token，按编号、sign 或地址删除仅由该项目页面使用的文件。',
        'open.tables': '同上，接收 ShowDoc 脚本发送的内容。',
      },
    },
  },
})

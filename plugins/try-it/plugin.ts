import { contribute, definePlugin, sampleSteps, sealedDocuments } from '#core/plugin.ts'
import { sealedEnvironments } from './environments.ts'
import { frameRoute } from './frame.ts'
import { tryItOperations } from './operations.ts'
import { sampleEnvironments } from './sample-environments.ts'

declare module '#core/errors.ts' {
  interface PluginErrorCodes {
    readonly environmentsChanged: 20501
  }
}

export default definePlugin({
  id: 'try-it',
  apiVersion: 2,
  summary: 'Makes the calls of API documents from the browser, or through the server where the operator allows it.',
  operations: tryItOperations,
  errors: { environmentsChanged: 20501 },
  routes: [frameRoute],
  contributes: [contribute(sealedDocuments, sealedEnvironments), contribute(sampleSteps, sampleEnvironments)],
  messages: {
    en: {
      name: 'Try it',
      errors: {
        environmentsChanged:
          'Another window gave one of these variables another value. Save again to have yours in its place.',
      },
    },
    'zh-cn': {
      name: '在线调试',
      summary: '在浏览器中调用接口文档描述的接口。',
      errors: { environmentsChanged: '另一个窗口已将其中某个变量改为其他值。再次保存将以当前内容为准。' },
      calls: {
        'tryIt.mayTry': '是否向调用者提供页面的在线调试：编辑者总是可以，读者取决于项目设置。',
        'tryIt.mayRelay': '调用者是否可以让服务器代为调用某个主机的接口，主机由运维人员指定。',
        'tryIt.relay':
          '由服务器向运维人员指定的主机发出一次调用，只发送所给的内容，并返回响应：最多 1 MB、10 秒，正文为 Base64，不跟随重定向。',
        'tryIt.allowance': '项目的读者是否可以在线调试。',
        'tryIt.allow': '设置项目的读者是否可以在线调试。',
        'tryIt.environments': '调用者自己的调试环境：变量，以及这些变量可以发送到的主机。',
        'tryIt.keepEnvironments':
          '加密保存调用者自己的调试环境，替换之前保存的内容；若附上修改前的内容，则保留期间其他窗口的修改。',
      },
    },
  },
})

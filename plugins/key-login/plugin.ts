import { carriedLoginKeys, contribute, definePlugin } from '#core/plugin.ts'
import { carryLoginKey } from './carry.ts'
import { keyOperations } from './operations.ts'

export default definePlugin({
  id: 'key-login',
  apiVersion: 2,
  summary: 'Lets another program log people in by links that it makes with a secret key.',
  operations: keyOperations,
  contributes: [contribute(carriedLoginKeys, carryLoginKey)],
  messages: {
    en: { name: 'General access' },
    'zh-cn': {
      name: '通用接入',
      summary: '让其他系统使用密钥生成登录链接，使其用户登录本站。',
      calls: {
        'keyLogin.key': '供其他系统生成登录链接的密钥；首次获取时生成。',
        'keyLogin.stamp': '登录密钥的标记：更换密钥后随之改变，尚无密钥时为空；不透露密钥内容。',
        'keyLogin.resetKey': '重新生成登录密钥；使用旧密钥生成的链接随即失效。',
        'keyLogin.bySecretKey':
          '通过持有登录密钥的系统所生成的链接登录。token 为用户名、密钥与时间的 MD5，一分钟内有效，且只能使用一次。',
      },
    },
  },
})

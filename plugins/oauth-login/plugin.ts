import { contribute, definePlugin, signInRedirects } from '#core/plugin.ts'
import { oauthOperations } from './operations.ts'
import { oauthLogin } from './redirect.ts'

export default definePlugin({
  id: 'oauth-login',
  apiVersion: 2,
  summary: 'Lets people log in at another site by OAuth 2 or OpenID Connect.',
  operations: oauthOperations,
  contributes: [contribute(signInRedirects, oauthLogin)],
  messages: {
    en: { name: 'OAuth2 login' },
    'zh-cn': {
      name: 'OAuth2 登录',
      summary: '让用户通过 OAuth 2 或 OpenID Connect 使用其他站点的账号登录。',
      calls: {
        'oauthLogin.loadConfig': '通过其他站点登录的设置；client secret 仅显示是否已设置。',
        'oauthLogin.saveConfig':
          '保存通过其他站点（OAuth 2 或 OpenID Connect）登录的设置。原样发回 client secret 的掩码表示保留原值，更换站点时须重新填写。',
      },
    },
  },
})

import { contribute, definePlugin, signInRedirects } from '#core/plugin.ts'
import { oauthOperations } from './operations.ts'
import { siteOperations } from './site-operations.ts'
import { oauthLogin } from './redirect.ts'

export default definePlugin({
  id: 'oauth-login',
  apiVersion: 2,
  summary: 'Lets people log in at another site by OAuth 2 or OpenID Connect.',
  operations: { ...oauthOperations, ...siteOperations },
  contributes: [contribute(signInRedirects, oauthLogin)],
  messages: {
    en: { name: 'OAuth2 login' },
    'zh-cn': {
      name: 'OAuth2 登录',
      summary: '让用户通过 OAuth 2 或 OpenID Connect 使用其他站点的账号登录。',
      calls: {
        'oauthLogin.loadConfig': '通过其他站点登录的设置；client secret 仅显示是否已设置。',
        'oauthSites.list': '除规范表单之外，可以通过哪些站点登录；client secret 仅显示是否已设置。',
        'oauthSites.save':
          '添加或修改可供登录的其他站点。未发送的字段保持不变；原样发回 client secret 的掩码表示保留原值，更换站点时须重新填写。',
        'oauthSites.remove': '移除一个可供登录的站点。来自该站点的账号仍然保留，重新添加后可以再次登录。',
        'oauthLogin.saveConfig':
          '保存通过其他站点（OAuth 2 或 OpenID Connect）登录的设置。原样发回 client secret 的掩码表示保留原值，更换站点时须重新填写。',
      },
    },
  },
})

import { contribute, definePlugin, loginMethods } from '#core/plugin.ts'
import { groupOperations } from './group-operations.ts'
import { ldapLogin } from './method.ts'
import { ldapOperations } from './operations.ts'
import { refreshSessions } from './refresh.ts'

export default definePlugin({
  id: 'ldap-login',
  apiVersion: 2,
  summary: 'Logs people in with the password they have in a directory (LDAP, Active Directory).',
  operations: { ...ldapOperations, ...groupOperations },
  errors: {
    directoryNotReached: 20401,
    directoryNotSecure: 20402,
    directoryLoginRefused: 20403,
    directorySearchRefused: 20404,
  },
  jobs: {
    'ldap-login.refresh': {
      schedule: '11 * * * *',
      limitMs: 50 * 60_000,
      run: (ctx, _, { signal }) => refreshSessions(ctx, signal),
    },
  },
  contributes: [contribute(loginMethods, ldapLogin)],
  messages: {
    en: {
      name: 'LDAP login',
      errors: {
        directoryNotReached: 'The directory cannot be reached. Nothing was saved. “Try it” shows what is wrong.',
        directoryNotSecure:
          'The connection to the directory cannot be secured by TLS. Nothing was saved. “Try it” shows what is wrong.',
        directoryLoginRefused: 'The directory refuses the bind DN or its password. Nothing was saved.',
        directorySearchRefused:
          'The directory refuses the search with this base DN and filter. Nothing was saved. “Try it” shows what is wrong.',
      },
    },
    'zh-cn': {
      name: 'LDAP 登录',
      summary: '让用户使用目录（LDAP、Active Directory）中的密码登录。',
      errors: {
        directoryNotReached: '无法连接目录服务器，设置未保存。可通过“测试”查看原因。',
        directoryNotSecure: '无法与目录服务器建立 TLS 加密连接，设置未保存。可通过“测试”查看原因。',
        directoryLoginRefused: '目录服务器拒绝了 Bind DN 或其密码，设置未保存。',
        directorySearchRefused: '目录服务器拒绝了按此 Base DN 和过滤器进行的搜索，设置未保存。可通过“测试”查看原因。',
      },
      calls: {
        'ldapLogin.loadConfig': '目录用户的登录设置；密码仅显示是否已设置。',
        'ldapLogin.saveConfig':
          '保存目录用户的登录设置。启用时，仅在目录可用的情况下保存。原样发回密码掩码表示保留密码，更换目录服务器时须重新填写。',
        'ldapLogin.tryConfig': '逐步测试目录设置，设置无须先保存；可指定用户名，也可不指定。',
        'ldapGroups.list': '目录中的组及其对应的团队；已删除的团队没有名称。',
        'ldapGroups.check':
          '目录中不存在或不可见的组，以及没有匹配到任何人的过滤器；不会有人因这样的组加入或离开团队。',
        'ldapGroups.findTeams': '名称包含指定文字的团队，最多 20 个。',
        'ldapGroups.add': '让目录中的组对应某个团队：组员下次登录时加入该团队，目录中不再属于该组时移出团队。',
        'ldapGroups.remove': '取消组与团队的对应：仅因该组而加入的人，一小时内或下次登录时移出团队。',
      },
    },
  },
})

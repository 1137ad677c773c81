import { definePlugin } from '#core/plugin.ts'

export default definePlugin({
  id: 'backstage',
  apiVersion: 2,
  staysOn: true,
  summary: 'Settings, tasks and plugins for administrators.',
  messages: {
    en: { name: 'Administration' },
    'zh-cn': { name: '管理后台', summary: '供管理员使用的设置、任务和插件管理。' },
  },
})

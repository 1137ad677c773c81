import { definePlugin } from '#core/plugin.ts'

export default definePlugin({
  id: 'item-export',
  apiVersion: 2,
  summary: 'A screen on which an item, a catalog or a page is exported, in the formats of other plugins.',
  messages: {
    en: { name: 'Export' },
    'zh-cn': { name: '导出', summary: '用其他插件提供的格式导出项目、目录或页面。' },
  },
})

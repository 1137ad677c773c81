import { definePlugin } from '#core/plugin.ts'

export default definePlugin({
  id: 'item-import',
  apiVersion: 2,
  summary: 'Screens on which files are imported into a new item or one that is there, in the formats of other plugins.',
  messages: {
    en: { name: 'Import' },
    'zh-cn': { name: '导入', summary: '用其他插件提供的格式，把文件导入新项目或已有项目。' },
  },
})

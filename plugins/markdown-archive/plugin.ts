import { z } from 'zod'
import {
  contribute,
  definePlugin,
  exportedFile,
  exportFormats,
  id,
  importFormats,
  query,
  streamedFile,
} from '#core/plugin.ts'
import { archiveExport } from './archive-export.ts'
import { archiveImport } from './archive-import.ts'
import { folderImport } from './folder-import.ts'

const archiveOperations = {
  markdownArchive: {
    file: query({
      summary: 'All pages of an item as a zip of markdown files, which can be imported again.',
      audience: 'user',
      input: z.object({ itemId: id() }),
      output: streamedFile(),
      rest: { path: 'export/markdown' },
      restOnly: true,
      run: (ctx, { itemId }) =>
        exportedFile(ctx, { format: archiveExport.id, itemId, catalogId: 0, pageId: 0, options: {} }),
    }),
  },
}

export default definePlugin({
  id: 'markdown-archive',
  apiVersion: 2,
  summary: 'Exports pages as a zip of markdown files, and imports such an archive or a folder of markdown.',
  operations: archiveOperations,
  contributes: [
    contribute(exportFormats, archiveExport),
    contribute(importFormats, archiveImport),
    contribute(importFormats, folderImport),
  ],
  messages: {
    en: { name: 'Markdown archive' },
    'zh-cn': {
      name: 'Markdown 压缩包',
      summary: '把页面导出为 Markdown 压缩包，并可导入这种压缩包或 Markdown 文件夹。',
      calls: { 'markdownArchive.file': '把项目的所有页面打包为 Markdown 文件，可以再次导入。' },
    },
  },
})

import { z } from 'zod'
import {
  contribute,
  definePlugin,
  exportedFile,
  exportFormats,
  id,
  idOrNone,
  query,
  streamedFile,
  wired,
} from '#core/plugin.ts'
import { wordFormat } from './word-format.ts'

declare module '#core/errors.ts' {
  interface PluginErrorCodes {
    readonly wordTooLarge: 20601
  }
}

const wordOperations = {
  wordExport: {
    file: query({
      summary: 'An item, a catalog of it (catalogId) or a page (pageId) as a Word document.',
      audience: 'user',
      input: z.object({
        itemId: id(),
        catalogId: wired('cat_id', idOrNone()).default(0),
        pageId: idOrNone().default(0),
      }),
      output: streamedFile(),
      rest: { path: 'export/word' },
      restOnly: true,
      run: (ctx, wishes) => exportedFile(ctx, { format: wordFormat.id, ...wishes, options: {} }),
    }),
  },
}

export default definePlugin({
  id: 'word-export',
  apiVersion: 2,
  summary: 'Exports pages as a Word document.',
  operations: wordOperations,
  contributes: [contribute(exportFormats, wordFormat)],
  errors: { wordTooLarge: 20601 },
  messages: {
    en: {
      name: 'Word export',
      errors: {
        wordTooLarge: 'One of the pages is too large for a Word document. Please export the other pages by catalog.',
      },
    },
    'zh-cn': {
      name: 'Word 导出',
      summary: '把页面导出为 Word 文档。',
      errors: { wordTooLarge: '其中一个页面过大，无法写入 Word 文档。请按目录导出其他页面。' },
      calls: { 'wordExport.file': '把项目、其中一个目录（cat_id）或一个页面（page_id）导出为 Word 文档。' },
    },
  },
})

import { jsonImport } from '../json/json-import.ts'

/** YApi's JSON export: a list of categories with their interfaces. */
export const yapiImport = jsonImport({
  id: 'yapi',
  title: { en: 'YApi (JSON)', 'zh-cn': 'YApi（JSON）' },
  isMine: ({ kind, keys }) => kind === 'list' && keys.has('name') && keys.has('list'),
})

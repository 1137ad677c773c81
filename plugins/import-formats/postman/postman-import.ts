import { jsonImport } from '../json/json-import.ts'

/** Postman collections and environments, and Postman's data export with both. */
export const postmanImport = jsonImport({
  id: 'postman',
  title: { en: 'Postman collection or environment', 'zh-cn': 'Postman 集合或环境' },
  isMine: ({ kind, keys }) =>
    kind === 'object' &&
    ((keys.has('info') && keys.has('item')) ||
      (keys.has('requests') && (keys.has('order') || keys.has('folders'))) ||
      (keys.has('values') && keys.has('name')) ||
      (keys.has('collections') && keys.has('environments')) ||
      keys.has('collection')),
})

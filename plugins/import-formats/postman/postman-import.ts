import { jsonImport } from '../json/json-import.ts'

/** Collections of Postman, its environments, and all of both that its data export holds. */
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

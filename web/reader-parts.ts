/* Parts loaded after a page can be read, in one file: separately, each would be a request of its own. */
export { addReaderTools } from './article/reader-tools.ts'
export { watchHeadings } from './article/watch-headings.ts'
export { Beside } from './extensions/beside.tsx'
export { ReaderExtras } from './screens/item-view/reader-extras.tsx'
export { PageWay } from './screens/item-view/page-way.tsx'

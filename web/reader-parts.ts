/* What comes to a page once it can be read, in one file: apart, each of these small parts would be a request of its own. */
export { addReaderTools } from './article/reader-tools.ts'
export { watchHeadings } from './article/watch-headings.ts'
export { Beside } from './extensions/beside.tsx'
export { ReaderExtras } from './screens/item-view/reader-extras.tsx'
export { PageWay } from './screens/item-view/page-way.tsx'

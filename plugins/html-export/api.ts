/** What people said of a page, as HTML of few elements. */
export { threadsHtml } from './threads.ts'

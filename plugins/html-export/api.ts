/** The comments on a page, as HTML with few kinds of elements. */
export { threadsHtml } from './threads.ts'

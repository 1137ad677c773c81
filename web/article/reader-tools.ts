import { addArticleTools } from './article-tools.ts'
import { markBrokenLinks } from './broken-links.ts'
import { offerExternalPictures } from './external-pictures.ts'
import { addHeadingLinks } from './heading-links.ts'

/** The tools of an article with an address of its own. */
export const addReaderTools: typeof addArticleTools = (article, t) => {
  addArticleTools(article, t)
  addHeadingLinks(article, t)
  markBrokenLinks(article)
  offerExternalPictures(article, t)
}

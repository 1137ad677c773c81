import '#web/styles/article.css'
import { Html, type HtmlProps } from './html.tsx'

/** What the server made of a page, as its readers see it. */
export const Article = (props: Omit<HtmlProps, 'className'>) => <Html {...props} className="article" />

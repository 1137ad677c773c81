import '#web/styles/article.css'
import { Html, type HtmlProps } from './html.tsx'

/** The server-rendered HTML of a page. */
export const Article = (props: Omit<HtmlProps, 'className'>) => <Html {...props} className="article" />

import type { Language } from '#core/language.ts'
import type { SiteLook } from './site-look.ts'

/** What the person chose; `system` follows the operating system. */
export type SchemeChoice = 'light' | 'dark' | 'system'
export type Texts = Readonly<Record<string, object>>

/** An answer of the API that the server already knows, so that the browser does not ask again. */
export interface KnownAnswer {
  /** Group and name of the operation, e.g. `['item', 'info']`. */
  readonly operation: readonly [group: string, name: string]
  readonly input: unknown
  readonly answer: unknown
}

/** What the server tells the browser at the start, as JSON in the document. */
export interface Boot {
  readonly language: Language
  readonly scheme: SchemeChoice
  /** The id of the account the document is made for; '' for visitors. */
  readonly account: string
  /** Texts of the namespaces the first screen needs, by namespace. */
  readonly texts: Texts
  readonly site: SiteLook
  readonly known: readonly KnownAnswer[]
}

/** Where the browser finds the HTML of an article the server has drawn. */
export const ARTICLE_ID = 'article'
const BOOT_ID = 'boot'
const ARTICLES = ['page.view', 'page.viewByKey']

/** JSON that can stand inside a script element: no `<` ends it early (threats X9). */
export const bootElement = (boot: Boot): string =>
  `<script type="application/json" id="${BOOT_ID}">${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script>`

/** The boot data of this document. @throws when the document is not ours */
export function readBoot(): Boot {
  const element = document.getElementById(BOOT_ID)
  if (!element?.textContent) throw new Error('no boot data')
  const boot = JSON.parse(element.textContent) as Boot
  return withArticle(boot, document.getElementById(ARTICLE_ID)?.innerHTML ?? '')
}

/** The article stands in the document already, so it is not sent a second time. */
export const bootWithoutArticle = (boot: Boot): Boot => withArticle(boot, '')

function withArticle(boot: Boot, html: string): Boot {
  const known = boot.known.map(({ operation, input, answer }) =>
    ARTICLES.includes(operation.join('.')) && typeof answer === 'object'
      ? { operation, input, answer: { ...answer, html } }
      : { operation, input, answer },
  )
  return { ...boot, known }
}

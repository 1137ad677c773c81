import type { Language } from '#core/language.ts'
import type { RunningPlugin } from './running-plugins.ts'
import type { SiteLook } from './site-look.ts'

/** The person's choice; `system` follows the operating system. */
export type SchemeChoice = 'light' | 'dark' | 'system'
export type Texts = Readonly<Record<string, object>>

/** An API answer included in the document, so that the browser does not request it again. */
export interface KnownAnswer {
  /** Group and name of the operation, e.g. `['item', 'info']`. */
  readonly operation: readonly [group: string, name: string]
  readonly input: unknown
  readonly answer: unknown
}

/** Initial data for the browser, as JSON in the document. */
export interface Boot {
  readonly language: Language
  readonly scheme: SchemeChoice
  /** The id of the account the document was made for; '' for visitors. */
  readonly account: string
  /** Texts needed by the first screen, by namespace. */
  readonly texts: Texts
  readonly site: SiteLook
  /** For logged-in people, whose screens plugins add to at once; null for visitors. */
  readonly plugins: readonly RunningPlugin[] | null
  readonly known: readonly KnownAnswer[]
}

/** Marks the element with the server-rendered article HTML. */
export const ARTICLE_ID = 'article'
const BOOT_ID = 'boot'
const ARTICLES = ['page.view', 'page.viewByKey']

/** JSON that is safe inside a script element: no `<` can end it early (threats X9). */
export const bootElement = (boot: Boot): string =>
  `<script type="application/json" id="${BOOT_ID}">${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script>`

/** The boot data of this document. @throws when the document was not made by this product */
export function readBoot(): Boot {
  const element = document.getElementById(BOOT_ID)
  if (!element?.textContent) throw new Error('no boot data')
  const boot = JSON.parse(element.textContent) as Boot
  return withArticle(boot, document.getElementById(ARTICLE_ID)?.innerHTML ?? '')
}

/** The article is in the document already, so it is not sent twice. */
export const bootWithoutArticle = (boot: Boot): Boot => withArticle(boot, '')

function withArticle(boot: Boot, html: string): Boot {
  const known = boot.known.map(({ operation, input, answer }) =>
    ARTICLES.includes(operation.join('.')) && typeof answer === 'object'
      ? { operation, input, answer: { ...answer, html } }
      : { operation, input, answer },
  )
  return { ...boot, known }
}

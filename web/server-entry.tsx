import type { i18n } from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { Router } from 'wouter'
import type { Language } from '#core/language.ts'
import { AnswersContext, createAnswers } from './api/answers.ts'
import { App } from './app.tsx'
import { htmlDocument, type DocumentHead } from './document.ts'
import { startTexts } from './i18n/i18n.ts'
import { matchRoute, type RouteKind, type ScreenName } from './routes.ts'
import { lazyScreens } from './screens.ts'
import { ItemViewScreen } from './screens/item-view/item-view-screen.tsx'
import { readerAddress, shownPageOf } from './screens/item-view/reader-address.ts'
import { SharedPageScreen } from './screens/item-view/shared-page-screen.tsx'
import { SinglePageScreen } from './screens/item-view/single-page-screen.tsx'
import { bootWithoutArticle, type Boot, type KnownAnswer, type SchemeChoice, type Texts } from './session/boot.ts'
import { accountIn, knownUser } from './session/current-user.tsx'
import { lookLike, type SiteLook } from './session/site-look.ts'
import { atSite, drawBelow } from './site-path.ts'

/** Everything the server needs from the web. Built into one file, `dist/render/server-entry.js`. */
export { knownUser, shownPageOf }

/** The target of an address; null when there is no such screen. */
export interface AddressPlan {
  readonly kind: RouteKind
  readonly screen: ScreenName
  /** For the reader: the item, by id or personal domain, and the page; a page address without item has none. */
  readonly itemId: number | string | null
  readonly pageId: number | null
  /** For the reader of a shared page, about which nothing else is known. */
  readonly key: string | null
}

export function planOf(path: string, search: string): AddressPlan | null {
  const match = matchRoute(path)
  if (!match) return null
  const { item, pageId, key } = match.params
  const plan = { kind: match.route.kind, screen: match.route.screen, itemId: null, pageId: null, key: null }
  if (match.route.kind !== 'reader') return plan
  if (key !== undefined) return { ...plan, key }
  if (item === undefined) return { ...plan, pageId: Number(pageId) }
  const address = readerAddress(item, pageId, search)
  return { ...plan, itemId: address.itemId, pageId: address.pageId }
}

export interface RenderRequest {
  /** The path of the site on its host; '' at the root. */
  readonly sitePath: string
  /** Relative to the site. */
  readonly path: string
  readonly search: string
  readonly language: Language
  readonly scheme: SchemeChoice
  readonly site: SiteLook
  readonly plugins: Boot['plugins']
  readonly known: readonly KnownAnswer[]
  readonly head: DocumentHead
}

const screens = {
  ...lazyScreens,
  itemView: ItemViewScreen,
  singlePage: SinglePageScreen,
  sharedPage: SharedPageScreen,
}
const texts = import.meta.glob<object>('./i18n/{en,zh-cn}/{common,reader}.json', { eager: true, import: 'default' })
const textsIn = (language: Language, ...namespaces: readonly string[]): Texts =>
  Object.fromEntries(namespaces.map((name) => [name, texts[`./i18n/${language}/${name}.json`] ?? {}]))

const started = new Map<Language, Promise<i18n>>()
function i18nIn(language: Language): Promise<i18n> {
  const running = started.get(language) ?? startTexts(language, textsIn(language, 'common', 'reader'))
  started.set(language, running)
  return running
}

/** A document with the reader rendered on the server; the browser hydrates it. */
export async function renderReader(request: RenderRequest): Promise<string> {
  const { sitePath, path, search, language, scheme, site, plugins, known, head } = request
  const i18n = await i18nIn(language)
  drawBelow(sitePath)
  lookLike(site)
  const app = renderToString(
    <AnswersContext value={createAnswers(known, i18n)}>
      <I18nextProvider i18n={i18n}>
        <Router base={sitePath} ssrPath={atSite(path)} ssrSearch={search}>
          <App screens={screens} />
        </Router>
      </I18nextProvider>
    </AnswersContext>,
  )
  const account = accountIn(known)
  const boot = { language, scheme, account, site, plugins, texts: textsIn(language, 'common', 'reader'), known }
  return htmlDocument(head, bootWithoutArticle(boot), app)
}

/** A document rendered in the browser. */
export function renderShell({ sitePath, language, scheme, site, plugins, known, head }: RenderRequest): string {
  drawBelow(sitePath)
  const account = accountIn(known)
  return htmlDocument(head, { language, scheme, account, site, plugins, texts: textsIn(language, 'common'), known }, '')
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal } from '#core/errors.ts'
import { formerIds } from '#core/item/former-ids.ts'
import type { Language } from '#core/language.ts'
import { pageOperations } from '#core/page/operations.ts'
import { perform, type Caller, type Product } from '#core/perform.ts'
import type { OpenStore } from '#core/ports/store.ts'
import { readSettings } from '#core/settings.ts'
import type { Application } from './application.ts'
import { formerPlace, pathOfPlace, screenOf } from './former-paths.ts'
import type { Callers } from './session.ts'
import { pathHere } from './switch/former-ids.ts'
import { switchNote } from './switch/note.ts'

/*
 * Redirects ShowDoc's addresses of screens to the same screens here. Its web app is below /web/ and puts the screen
 * after a #, which is never sent to the server; older versions put it in the query of /index.php.
 */

const SCRIPT_ADDRESS = '/web/former-address.js'

/** Interprets what follows the # as a path below the site, of which /web/ is a part. */
const SCRIPT = `const site = new URL('..', location.href)
const path = /^#(\\/(?![/\\\\])[^\\s\\\\]*)/.exec(location.hash)
location.replace(path ? site.origin + site.pathname.slice(0, -1) + path[1] : site.href)
`

const TEXTS = {
  en: { title: 'This page has moved', text: 'The address of this page is a former one.', home: 'Go to the home page' },
  'zh-cn': { title: '页面地址已变更', text: '你访问的是此页面以前的地址。', home: '前往首页' },
} as const

/** The same, if items or pages may have other ids here, or pages another item, which the server looks up. */
const SCRIPT_THAT_ASKS = SCRIPT.replace('path[1] :', "'/web/here?path=' + encodeURIComponent(path[1]) :")

export function serveFormerAddresses(app: FastifyInstance, { product }: Application, callers: Callers): void {
  const { database: store } = product
  const pathFor = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const here = await pathHere(store, path)
    return pathInItemOfPage(product, await callers.of(request, reply), here)
  }
  for (const url of ['/web/', '/web/index.html'])
    app.get(url, async (request, reply) => {
      const { session } = await callers.of(request, reply)
      return reply
        .header('cache-control', 'no-cache')
        .header('content-type', 'text/html; charset=utf-8')
        .send(leadingPage(session.language))
    })
  app.get(SCRIPT_ADDRESS, async (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-type', 'text/javascript; charset=utf-8')
      .send((await hasMovedIn(store)) ? SCRIPT_THAT_ASKS : SCRIPT),
  )
  app.get('/web/here', async (request, reply) => {
    const asked = queryOf(request).get('path') ?? ''
    return reply.redirect(OWN_PATH.test(asked) ? await pathFor(asked, request, reply) : '/', 302)
  })
  app.get('/index.php', async (request, reply) =>
    reply.redirect(await pathFor(screenOf(queryOf(request)), request, reply), 302),
  )
}

const hasMovedIn = async (store: OpenStore): Promise<boolean> =>
  (await readSettings(store, switchNote)).sources.length > 0 || (await formerIds(store).newest({}, 1)).length > 0

/**
 * ShowDoc opened a page below the address of any item, so links go on working when a page is moved into another one; the
 * screen that asks for a visit password then led to it. The same path for callers who cannot read the page: they learn
 * nothing about it.
 */
async function pathInItemOfPage(product: Product, caller: Caller, path: string): Promise<string> {
  const place = formerPlace(path)
  if (!place || place.item === null || place.pageId === null) return path
  const { item, pageId, isGate, query } = place
  try {
    const { itemId } = await perform(product, pageOperations.info, caller, { pageId })
    const isOfIt = item === String(itemId) || (await product.database.items.byDomain(item)) === itemId
    if (isOfIt && !isGate) return path
    query.delete('redirect')
    return pathOfPlace({ ...place, query, item: String(itemId), isGate: false, isPageAsked: false })
  } catch (error) {
    if (isRefusal(error)) return path
    throw error
  }
}

/** A site path never begins like a network address. */
const OWN_PATH = /^\/(?![/\\])[!-[\]-~]*$/

/** Also works without a script. */
const leadingPage = (language: Language): string => {
  const { title, text, home } = TEXTS[language]
  return `<!doctype html>
<html lang="${language === 'zh-cn' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<script src="former-address.js"></script>
</head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="../">${home}</a></p></main></body>
</html>
`
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '')

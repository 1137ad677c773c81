import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { patchedLuckysheet } from './luckysheet-patches.ts'

/**
 * The frame in which sheets are edited, and what runs in it. It stands for itself: an origin of nobody, and a policy that
 * lets nothing in or out, so that whatever a sheet holds reaches neither the product nor the network (threats X4).
 */
export async function answerFrame(request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 })
  const { pathname } = new URL(request.url)
  if (pathname === '/spreadsheet-frame/frame.html') return frameDocument()
  if (pathname === '/spreadsheet-frame/code.js') return answered(request, 'text/javascript; charset=utf-8', codeParts)
  if (pathname === '/spreadsheet-frame/style.css') return answered(request, 'text/css; charset=utf-8', styleParts)
  return new Response(null, { status: 404 })
}

const own = (name: string): Promise<string> => readFile(new URL(`frame/${name}`, import.meta.url), 'utf8')

async function frameDocument(): Promise<Response> {
  const boot = await own('boot.js')
  const sum = createHash('sha256').update(boot).digest('base64')
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    // Formulas are worked out by `Function`; no script but the one below, and what that one is given, can begin.
    `script-src 'sha256-${sum}' blob: 'unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  const body = `<!doctype html><html><head><meta charset="utf-8"><title>Sheet</title></head><body><div id="sheet" style="position:absolute;inset:0"></div><script>${boot}</script></body></html>`
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'private, no-cache',
    },
  })
}

interface Part {
  readonly text: string
  readonly tag: string
}
const parts = new Map<() => Promise<string>, Promise<Part>>()

/** Made once, when it is first asked for. */
function partOf(make: () => Promise<string>): Promise<Part> {
  const there = parts.get(make)
  if (there) return there
  const part = make().then((text) => ({ text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` }))
  parts.set(make, part)
  part.catch(() => parts.delete(make))
  return part
}

async function answered(request: Request, type: string, make: () => Promise<string>): Promise<Response> {
  const { text, tag } = await partOf(make)
  // Asked for again each time, and sent again only when the product is another one.
  const headers = { 'content-type': type, etag: tag, 'cache-control': 'private, no-cache' }
  const isKnown = (request.headers.get('if-none-match') ?? '').includes(tag)
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
}

const LUCKYSHEET = path.join(path.dirname(createRequire(import.meta.url).resolve('luckysheet/package.json')), 'dist')
const STYLES = [
  'plugins/css/pluginsCss.css',
  'plugins/plugins.css',
  'css/luckysheet.css',
  'assets/iconfont/iconfont.css',
]

async function codeParts(): Promise<string> {
  const theirs = (name: string): Promise<string> => readFile(path.join(LUCKYSHEET, name), 'utf8')
  const scripts = await Promise.all([
    own('memory-storage.js'),
    theirs('plugins/js/plugin.js'),
    own('quick-copy.js'),
    own('kept-focus.js'),
    own('plain-text.js'),
    own('kept-as-typed.js'),
    own('kept-caret.js'),
    own('open-cell.js'),
    own('copied-cells.js'),
    own('kept-measures.js'),
    own('formula-order.js'),
    own('usual-align.js'),
    theirs('luckysheet.umd.js').then(patchedLuckysheet),
    own('kept-cells.js'),
    own('drawn-borders.js'),
    own('sheet-frame.js'),
  ])
  return scripts.join('\n;\n')
}

async function styleParts(): Promise<string> {
  const sheets = await Promise.all(STYLES.map((name) => withFiles(path.join(LUCKYSHEET, name))))
  return [...sheets, await own('sheet-frame.css')].join('\n')
}

const ADDRESS = /url\(\s*(['"]?)([^'")]+)\1\s*\)/g
const MEDIA: Readonly<Record<string, string>> = {
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
}

/** Styles with the pictures and fonts they name in them: nothing is loaded from elsewhere, and what is not there is left out. */
async function withFiles(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  const inside = new Map<string, string>()
  for (const [, , address = ''] of text.matchAll(ADDRESS))
    if (!inside.has(address)) inside.set(address, await dataAddress(path.dirname(file), address))
  return text.replaceAll(ADDRESS, (_, __, address: string) => `url("${inside.get(address) ?? 'data:,'}")`)
}

async function dataAddress(folder: string, address: string): Promise<string> {
  if (address.startsWith('data:')) return address.replaceAll('"', "'")
  const [name = ''] = address.split(/[?#]/)
  const file = path.resolve(folder, name)
  const type = MEDIA[path.extname(file)]
  if (type === undefined || /^(?:[a-z]+:)?\/\//i.test(address) || !file.startsWith(LUCKYSHEET + path.sep))
    return 'data:,'
  const bytes = await readFile(file).catch(() => null)
  return bytes === null ? 'data:,' : `data:${type};base64,${bytes.toString('base64')}`
}

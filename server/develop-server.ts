import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'
import type { Config } from './config.ts'
import { servableConfigOrExit } from './config-exit.ts'
import { serve } from './serve.ts'
import { sitePathOf } from './site-path.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MANIFEST = path.join(ROOT, 'dist/web/.vite/manifest.json')
/** What Vite serves: sources and its own helpers. Everything else is ours, and so is what runs of the plugins. */
const VITE_PATHS = /^\/(@|web\/|core\/|adapters\/|plugins\/(?!running\.json|[^/]+\/[0-9a-f]{64}\/)|node_modules\/)/
const isOfVite = (url: string): boolean => VITE_PATHS.test(url)

// Vite's client and the refresh of React write scripts into the page, which our policy forbids.
// A page loads hundreds of modules, which may not use up the limit of requests.
await serve(await servableConfigOrExit(), withVite, { contentSecurityPolicy: null, isUnlimited: isOfVite })

async function withVite(app: FastifyInstance, config: Config): Promise<void> {
  const sitePath = sitePathOf(config)
  const vite = await createServer({
    base: `${sitePath}/`,
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  const sources = await sourcesByBuiltFile()
  // Before the server waits for its connections: the browser keeps one open for as long as Vite lives.
  app.addHook('preClose', () => vite.close())
  app.addHook('onRequest', async (request, reply) => {
    delete request.headers['accept-encoding']
    // Plugins that were built apart import React from there: it must be the one of the page.
    const source = sources.get(request.url.slice(1))
    if (source !== undefined) request.raw.url = `/${source}`
    if (!isOfVite(request.raw.url ?? '')) return
    reply.hijack()
    request.raw.url = sitePath + (request.raw.url ?? '')
    vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
  })
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html') && typeof payload === 'string'
    if (!isPage) return payload
    // Vite puts its base before what is loaded, also where it stands already.
    const loaded = new RegExp(
      `(<(?:link|script|img)\\b[^>]* (?:href|src)=")${sitePath.replaceAll('.', '\\.')}(?=/)`,
      'g',
    )
    return fromSources(vite, request.url, payload.replaceAll(loaded, '$1'), sources)
  })
}

/** The page with its scripts taken from the sources instead of from the build. */
async function fromSources(
  vite: ViteDevServer,
  url: string,
  page: string,
  sources: ReadonlyMap<string, string>,
): Promise<string> {
  let text = page.replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
  for (const [file, source] of sources) text = text.replaceAll(`/${file}`, `/${source}`)
  return vite.transformIndexHtml(url, text)
}

async function sourcesByBuiltFile(): Promise<ReadonlyMap<string, string>> {
  const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Readonly<
    Record<string, { readonly file: string; readonly src?: string; readonly isEntry?: boolean }>
  >
  const entries = Object.values(manifest).filter(({ isEntry }) => isEntry)
  return new Map(entries.map(({ file, src }) => [file, src ?? file]))
}

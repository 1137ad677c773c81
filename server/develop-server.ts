import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'
import type { Config } from './config.ts'
import { servableConfigOrExit } from './servable.ts'
import { serve } from './serve.ts'
import { sitePathOf } from './site-path.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MANIFEST = path.join(ROOT, 'dist/web/.vite/manifest.json')
/** Addresses handled by Vite: sources and its own helpers. Everything else is ours, including plugin files. */
const VITE_PATHS = /^\/(@|web\/|core\/|adapters\/|plugins\/(?!running\.json|[^/]+\/[0-9a-f]{64}\/)|node_modules\/)/
const isOfVite = (url: string): boolean => VITE_PATHS.test(url)

// Vite's client and React refresh insert inline scripts, which our policy forbids.
// A page loads hundreds of modules, which must not count against the request limit.
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
  // Before the server waits for its connections: the browser keeps one open as long as Vite runs.
  app.addHook('preClose', () => vite.close())
  app.addHook('onRequest', async (request, reply) => {
    delete request.headers['accept-encoding']
    // Dropped-in plugins import React from there: it must be the same instance as the page's.
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
    // Vite prefixes its base even if it is there already.
    const loaded = new RegExp(
      `(<(?:link|script|img)\\b[^>]* (?:href|src)=")${sitePath.replaceAll('.', '\\.')}(?=/)`,
      'g',
    )
    return fromSources(vite, request.url, payload.replaceAll(loaded, '$1'), sources)
  })
}

/** The document with scripts from the sources instead of the build. */
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

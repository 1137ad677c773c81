import type { FastifyInstance } from 'fastify'
import type { Application } from './application.ts'
import { contentOf } from './plugin-web-files.ts'
import { runningPlugins } from './running-plugins.ts'
import { sitePathOf } from './site-path.ts'

const YEAR_SECONDS = 31_536_000

/** The list of running plugins, and the screens, styles and assets of those that are dropped in. */
export function servePluginFiles(app: FastifyInstance, application: Application): void {
  const { config, pluginWebFiles } = application
  const sitePath = sitePathOf(config)
  app.get('/plugins/running.json', async (_, reply) =>
    reply.header('cache-control', 'no-store').send(runningPlugins(application)),
  )
  app.get<{ Params: { readonly id: string; readonly sum: string; readonly '*': string } }>(
    '/plugins/:id/:sum/*',
    async ({ params: { id, sum, '*': name } }, reply) => {
      const plugin = pluginWebFiles.get(id)
      const file = plugin?.sum === sum ? plugin.files.get(name) : undefined
      const content = file && (await contentOf(file))
      // Files added since were not checked, and are ignored until the next start.
      if (!file || !content) return reply.callNotFound()
      return reply
        .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
        .type(file.mediaType)
        .send(file.mediaType.startsWith('text/javascript') ? importingFrom(sitePath, content) : content)
    },
  )
}

/**
 * Plugins are built to import the product from `/host/v2/`, wherever the site is; browsers resolve that at the root of
 * the host.
 */
const importingFrom = (sitePath: string, script: Buffer): Buffer =>
  sitePath === ''
    ? script
    : Buffer.from(script.toString('utf8').replaceAll(/(["'`])(?=\/host\/v\d+\/)/g, `$1${sitePath}`))

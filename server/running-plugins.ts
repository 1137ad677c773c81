import type { RunningPlugin } from '#web/session/running-plugins.ts'
import type { Application } from './application.ts'
import type { PluginWebFiles } from './plugin-web-files.ts'

/** The running plugins and where browsers find the screens of those that are dropped in, in the order of their start. */
export const runningPlugins = ({
  product,
  pluginWebFiles,
}: Pick<Application, 'product' | 'pluginWebFiles'>): readonly RunningPlugin[] =>
  product.services.plugins
    .list()
    .filter(({ state }) => state === 'running')
    .map(({ id }) => ({ id, web: addressOf(id, pluginWebFiles.get(id)) }))

const addressOf = (id: string, web: PluginWebFiles | undefined): string | null =>
  web ? `/plugins/${id}/${web.sum}/${web.entry}` : null

import type { i18n } from 'i18next'
import { checkWebContributions, checkWebMessages, unknownPoints } from './contribution-checks.ts'
import { missingTexts } from './missing-texts.ts'
import { noteIgnoredPoints, notePluginFault } from './plugin-faults.ts'
import { textsOf } from './plugin-texts.ts'
import { WEB_PLUGIN_API_VERSION, type WebPlugin } from './points.ts'
import { tellStrayFaults } from './stray-faults.ts'
import { runningPlugins, type RunningPlugin } from '#web/session/running-plugins.ts'
import { atSite } from '#web/site-path.ts'

const RUNNING_PLUGINS_ADDRESS = '/plugins/running.json'

/** Each language with the other one. */
const BOTH_WAYS = [
  ['en', 'zh-cn'],
  ['zh-cn', 'en'],
] as const

/** How long the screens of a dropped-in plugin may take; those of all others wait for them. */
const DROPPED_IN_MS = 10_000

/**
 * The web plugins of running plugins, in the server's order, with their texts registered in i18next. One that cannot be
 * loaded is reported by name and left out.
 */
export async function loadWebPlugins(i18n: i18n): Promise<readonly WebPlugin[]> {
  const running = runningPlugins() ?? (await askedPlugins())
  const loaded = await Promise.all(
    running.map((plugin) =>
      load(plugin).catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause)
        notePluginFault(plugin.id, reason)
        reportError(new Error(`the screens of the plugin ${plugin.id} cannot be loaded: ${reason}`, { cause }))
        return null
      }),
    ),
  )
  const plugins = loaded.filter((plugin) => plugin !== null)
  const ids = running.map(({ id }) => id)
  for (const plugin of plugins) tellOfUnknownPoints(plugin, ids)
  for (const { id, messages } of plugins)
    for (const [language, other] of BOTH_WAYS) {
      // A text that is missing in one language is better read in the other than not at all.
      const texts = messages?.[language] ?? {}
      i18n.addResourceBundle(language, textsOf(id), missingTexts(texts, messages?.[other] ?? {}))
      i18n.addResourceBundle(language, textsOf(id), texts, true, true)
    }
  tellStrayFaults(i18n, running)
  return plugins
}

/** It may be written for a newer version of the product: what is known to this one is shown. */
function tellOfUnknownPoints({ id, contributes }: WebPlugin, runningIds: readonly string[]): void {
  const unknown = unknownPoints(contributes, runningIds)
  if (unknown.length === 0) return
  noteIgnoredPoints(id, unknown)
  reportError(new Error(`the plugin ${id} contributes to points that do not exist: ${unknown.join(', ')}`))
}

async function askedPlugins(): Promise<readonly RunningPlugin[]> {
  const response = await fetch(atSite(RUNNING_PLUGINS_ADDRESS))
  if (!response.ok) throw new Error(`${RUNNING_PLUGINS_ADDRESS} answered ${response.status}`)
  return (await response.json()) as readonly RunningPlugin[]
}

/** Null for a plugin without screens. */
async function load({ id, web }: RunningPlugin): Promise<WebPlugin | null> {
  const plugin = web === null ? await built(id) : await inTime(imported(id, web))
  if (plugin === null) return null
  if (!plugin) throw new Error('its file has no default export')
  if (plugin.id !== id) throw new Error(`it calls itself ${plugin.id}`)
  if (plugin.apiVersion !== WEB_PLUGIN_API_VERSION)
    throw new Error(`it is written for web API ${plugin.apiVersion}; this is ${WEB_PLUGIN_API_VERSION}`)
  checkWebMessages(plugin.messages)
  checkWebContributions(id, plugin.contributes)
  return plugin
}

async function built(id: string): Promise<WebPlugin | null> {
  const { builtPlugins } = await import('./built-plugins.ts')
  return builtPlugins[`../../plugins/${id}/web.tsx`] ?? null
}

/** Only from this server: the address is part of its answer, and the policy of the page allows no other. */
async function imported(id: string, address: string): Promise<WebPlugin | undefined> {
  if (!address.startsWith(`/plugins/${id}/`)) throw new Error(`${address} is not below /plugins/${id}/`)
  // Also loads the styles of the product's components, which an import by address alone would not.
  await import('./host/sdk.ts')
  const file = (await import(/* @vite-ignore */ atSite(address))) as { readonly default?: WebPlugin }
  return file.default
}

/** A module whose loading never ends must not keep the screens of all others away. */
async function inTime<T>(loading: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const tooLate = (): void => reject(new Error(`loading took longer than ${DROPPED_IN_MS / 1_000} s`))
  const timer = setTimeout(tooLate, DROPPED_IN_MS)
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(timer)
  }
}

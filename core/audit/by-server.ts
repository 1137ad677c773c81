import type { Services } from '../context.ts'
import type { ProductStore } from '../ports/store.ts'
import { readSettings, writeSettings } from '../settings.ts'
import { pluginsSettings } from '../site/plugin-settings.ts'
import type { AuditNote } from './entry.ts'

type Noted = Pick<AuditNote, 'action' | 'object' | 'detail'>

/** Records what the server did by itself, without a caller. */
export async function recordByServer(
  store: Pick<ProductStore, 'audit'>,
  { clock }: Pick<Services, 'clock'>,
  notes: readonly Noted[],
): Promise<void> {
  const server = { at: clock.now(), actorId: null, address: '', agentDigest: '', operation: '', requestId: '' }
  const entries = notes.map(({ action, object, detail = '' }) => ({
    ...server,
    action,
    objectKind: object?.kind ?? null,
    objectId: object ? String(object.id) : null,
    userId: null,
    detail,
    result: 'done' as const,
  }))
  if (entries.length > 0) await store.audit.append(entries)
}

/** Records which plugins started running, or stopped, since the last start. */
export async function recordPlugins(
  store: Pick<ProductStore, 'audit' | 'settings'>,
  services: Pick<Services, 'clock'>,
  running: readonly string[],
): Promise<void> {
  await store.settings.hold(pluginsSettings.id)
  const { running: before, ...rest } = await readSettings(store, pluginsSettings)
  const enabled = running.filter((id) => !before.includes(id))
  const disabled = before.filter((id) => !running.includes(id))
  if (enabled.length + disabled.length === 0) return
  const noted = (action: Noted['action']) => (id: string) => ({ action, object: { kind: 'plugin', id } as const })
  await recordByServer(store, services, [
    ...enabled.map(noted('plugin.enabled')),
    ...disabled.map(noted('plugin.disabled')),
  ])
  await writeSettings(store, pluginsSettings, { ...rest, running: [...running] })
}

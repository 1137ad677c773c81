import type { ServiceIdentifier } from 'inversify'
import type { RememberingRenderer } from '#adapters/markdown/remembering-renderer.ts'
import type { ThreadedRenderer } from '#adapters/markdown/threaded-renderer.ts'
import type { ThreadedKinds } from '#adapters/page-kinds/threaded-kinds.ts'
import type { Storages } from '#adapters/storage/storages.ts'
import type { MemoryCache } from '#adapters/system/memory-cache.ts'
import type { RunningShowdocMoves } from '../switch/console/running-showdoc-moves.ts'
import type { Services } from '#core/context.ts'
import type { ExtensionPoint } from '#core/extension.ts'
import type { KeptMenu } from '#core/item/menu-view.ts'
import type { JobRunner } from '#core/ports/jobs.ts'
import type { Database } from '#core/ports/store.ts'
import type { ServerWatch } from '../metrics/server-watch.ts'
import type { RememberedKinds } from './remembered-kinds.ts'

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(name)

/** One token per port; only `container.ts` binds implementations. */
export const tokens = {
  clock: token<Services['clock']>('port.clock'),
  keys: token<Services['keys']>('port.keys'),
  log: token<Services['log']>('port.log'),
  passwords: token<Services['passwords']>('port.passwords'),
  commonPasswords: token<Services['commonPasswords']>('port.commonPasswords'),
  oneTimeCodes: token<Services['oneTimeCodes']>('port.oneTimeCodes'),
  seals: token<Services['seals']>('port.seals'),
  captchas: token<Services['captchas']>('port.captchas'),
  attempts: token<Services['attempts']>('port.attempts'),
  mail: token<Services['mail']>('port.mail'),
  outbound: token<Services['outbound']>('port.outbound'),
  qrCodes: token<Services['qrCodes']>('port.qrCodes'),
  incoming: token<Services['incoming']>('port.incoming'),
  files: token<Storages>('port.files'),
  visits: token<Services['visits']>('port.visits'),
  plugins: token<Services['plugins']>('port.plugins'),
  samples: token<Services['samples']>('port.samples'),
  health: token<ServerWatch>('port.health'),
  backups: token<Services['backups']>('port.backups'),
  showdocMoves: token<RunningShowdocMoves>('port.showdocMoves'),
  menus: token<MemoryCache<KeptMenu>>('port.menus'),
  disk: token<Services['disk']>('port.disk'),
  writeLimit: token<Services['writeLimit']>('port.writeLimit'),
  textBytes: token<Services['textBytes']>('port.textBytes'),
  rendererThreads: token<ThreadedRenderer>('adapter.rendererThreads'),
  renderer: token<RememberingRenderer>('port.renderer'),
  kindCalls: token<ThreadedKinds>('port.kindCalls'),
  knownKinds: token<RememberedKinds>('port.knownKinds'),
  database: token<Database>('port.database'),
  jobRunner: token<JobRunner>('port.jobRunner'),
  services: token<Services>('services'),
} as const

interface Bound<T> {
  readonly value: T
  isOn(): boolean
}
/** Every value bound to it is contributed to the point. */
export const extensionToken = <T>({ id }: ExtensionPoint<T>): ServiceIdentifier<Bound<T>> =>
  token<Bound<T>>(`extension.${id}`)

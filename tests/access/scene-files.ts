import { TOKEN_BYTES, type Attachment } from '#core/attachment/attachment.ts'
import type { Store } from '#core/ports/store.ts'
import type { Site } from '#tests/rest/harness.ts'

interface FileFacts {
  readonly ownerId: number
  readonly displayName: string
  /** The page it is attached to; null for none. */
  readonly pageId: number | null
}

/** An empty file, which needs no storage. */
export async function addFile(
  { world: { clock, services } }: Site,
  store: Store,
  { pageId, ...facts }: FileFacts,
): Promise<Attachment> {
  const file = await store.attachments.insert(
    {
      ...facts,
      kind: 'general',
      mediaType: 'text/plain',
      bytes: 0,
      storage: 'local',
      key: services.keys.uuid(),
      token: services.keys.random(TOKEN_BYTES),
      isOfHub: pageId === null,
      addedAt: clock.now(),
    },
    pageId,
  )
  if (!file) throw new Error('the page of the file is not there')
  return file
}

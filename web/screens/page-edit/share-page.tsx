import { api } from '#web/api/trpc.ts'
import { ShareDialog } from '#web/sharing/share-dialog.tsx'

export interface SharePageProps {
  readonly itemId: number
  readonly pageId: number
  onClose(): void
}

const QUIET = { meta: { isQuiet: true } } as const

/** The addresses of the page that is written, as its readers get them. */
export function SharePage({ itemId, pageId, onClose }: SharePageProps) {
  const info = api.item.info.useQuery({ itemId }, QUIET).data
  const page = api.page.view.useQuery({ pageId }, QUIET).data
  if (!info || !page) return null
  return <ShareDialog info={info} page={page} itemPath={`/${itemId}`} onClose={onClose} />
}

import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { ShareDialog } from '#web/sharing/share-dialog.tsx'

export interface SharePageProps {
  readonly itemId: number
  readonly pageId: number
  onClose(): void
}

const QUIET = { meta: { isQuiet: true } } as const

/** The addresses of the page, for its readers. */
export function SharePage({ itemId, pageId, onClose }: SharePageProps) {
  const { t } = useTranslation()
  const { data: info, error: infoError } = api.item.info.useQuery({ itemId }, QUIET)
  const { data: page, error: pageError } = api.page.view.useQuery({ pageId }, QUIET)
  const problem = infoError ?? pageError
  const giveUp = useEffectEvent(() => {
    showToast(refusalOf(problem)?.message ?? t('error.connection'), 'bad')
    onClose()
  })
  const isLost = problem !== null && !(info && page)
  useEffect(() => {
    if (isLost) giveUp()
  }, [isLost])
  if (!info || !page) return null
  return <ShareDialog info={info} page={page} itemPath={`/${itemId}`} onClose={onClose} />
}

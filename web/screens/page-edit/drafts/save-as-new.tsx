import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { limits } from '#core/limits.ts'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import type { PageWork } from '../use-page-work.ts'

export interface SaveAsNewProps {
  readonly itemId: number
  readonly work: PageWork
}

// Leaves space for the added suffix.
const LONGEST_NAME = limits.titleLength - 30

/** Saves the text as another page of the item, and opens that. */
export function SaveAsNew({ itemId, work }: SaveAsNewProps) {
  const { t } = useTranslation(['lock', 'common'])
  const [, navigate] = useLocation()
  const cache = api.useUtils()
  const [isSaving, setSaving] = useState(false)
  const start = async () => {
    const page = work.current()
    const title = t('copy.title', { title: page.title.slice(0, LONGEST_NAME) })
    const saved = await work.copy.save({ ...page, title })
    if (!saved) return
    void cache.item.info.invalidate()
    // Otherwise it would be offered as a draft of its original page.
    await work.letGo(page)
    navigate(`/page/edit/${itemId}/${saved.pageId}`)
  }
  const press = () => {
    setSaving(true)
    start()
      .catch((error: unknown) => showToast(refusalOf(error)?.message ?? t('common:error.connection'), 'bad'))
      .finally(() => setSaving(false))
  }
  return (
    <WaitingButton isOff={isSaving} onClick={press}>
      {t('copy.action')}
    </WaitingButton>
  )
}

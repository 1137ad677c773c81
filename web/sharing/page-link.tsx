import { Link2, Unlink } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { Time } from '#web/parts/time.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useKeptFocus } from '#web/parts/use-kept-focus.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import type { PageArticle } from '#web/article/shown-page.ts'
import { ShareAddress, type ShareAddressProps } from './share-address.tsx'

export interface PageLinkProps extends Pick<ShareAddressProps, 'isDrawn' | 'onDraw'> {
  readonly page: Pick<PageArticle, 'pageId' | 'canEdit' | 'linkEndsAt'>
  /** Null when the page has no link. */
  readonly address: string | null
}

/** The public link of a single page: create, copy and end it. */
export function PageLink({ page, address, ...qr }: PageLinkProps) {
  const { t } = useTranslation('sharing')
  const place = useRef<HTMLElement>(null)
  const keepFocus = useKeptFocus(place)
  const [isAsking, setAsking] = useState(false)
  const cache = api.useUtils()
  const share = api.page.share.useMutation({
    onSuccess({ uniqueKey }) {
      keepFocus('button')
      setAsking(false)
      cache.page.view.setData({ pageId: page.pageId }, (before) => before && { ...before, uniqueKey, linkEndsAt: null })
      if (uniqueKey === '') showToast(t('link.ended'))
    },
  })

  return (
    <section className="share-link" ref={place} aria-label={t('link.title')}>
      <h3>{t('link.title')}</h3>
      <p className="share-note">{t(address === null ? 'link.none' : 'link.open')}</p>
      {address !== null && page.linkEndsAt !== null && (
        <p className="share-note">
          {t('link.endsAt')} <Time at={page.linkEndsAt} /> {page.canEdit && t('link.lasting')}
        </p>
      )}
      {address !== null && <ShareAddress label={t('link.address')} address={address} {...qr} />}
      {page.canEdit && address === null && (
        <WaitingButton isOff={share.isPending} onClick={() => share.mutate({ pageId: page.pageId, isShared: true })}>
          <Link2 aria-hidden />
          {t('link.make')}
        </WaitingButton>
      )}
      {/* Whoever is shown it may end it, where nothing else may be changed as well. */}
      {address !== null && (
        <Button onClick={() => setAsking(true)}>
          <Unlink aria-hidden />
          {t('link.end')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('link.endTitle')}
          text={t('link.endText')}
          action={t('link.end')}
          isDangerous
          isBusy={share.isPending}
          onConfirm={() => share.mutate({ pageId: page.pageId, isShared: false })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

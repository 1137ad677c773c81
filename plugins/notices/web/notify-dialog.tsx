import { MultiSelect, Textarea } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import type { EditorToolDialogProps } from '#web/extensions/points.ts'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useListInDialog } from '#web/parts/use-list-in-dialog.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { subscriptionApi } from './notices-api.ts'
import { useNoticesText } from './texts.ts'

const FORM_ID = 'save-and-notify'

/** Saves the page and notifies its followers, who can be chosen here (EDIT-37). */
export function NotifyDialog({ editor, onClose }: EditorToolDialogProps) {
  const t = useNoticesText()
  const { t: common } = useTranslation()
  const { itemId, pageId } = editor
  const everybody = api.member.listEveryone.useQuery({ itemId }, { meta: { isQuiet: true } })
  const followers = subscriptionApi.list.useQuery(
    { pageId },
    { enabled: pageId !== 0, staleTime: 0, meta: { isQuiet: true } },
  )
  const error = everybody.error ?? followers.error
  // The cached list may be outdated: choices here change it.
  const isLoaded = everybody.data && (pageId === 0 || (followers.data && !followers.isFetching))
  const [isBusy, setBusy] = useState(false)
  const [wasLoaded, setLoaded] = useState(false)
  if (isLoaded && !wasLoaded) setLoaded(true)
  return (
    <Dialog
      title={t('notify.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <WaitingButton type="submit" form={FORM_ID} look="primary" isOff={isBusy || !wasLoaded}>
            {t('notify.action')}
          </WaitingButton>
        </>
      }
    >
      {error && !wasLoaded && (
        <ErrorState
          title={t('notify.failed')}
          error={error}
          onRetry={() => void Promise.all([everybody.refetch(), followers.refetch()])}
        />
      )}
      {!error && !wasLoaded && <Skeleton lines={4} />}
      {wasLoaded && (
        <NotifyForm
          editor={editor}
          people={[
            ...(everybody.data ?? []).map(({ userId, shownName }) => ({ value: `${userId}`, label: shownName })),
            ...(followers.data ?? []).map(({ userId, username, name }) => ({
              value: `${userId}`,
              label: name === '' ? username : `${username} (${name})`,
            })),
          ]}
          members={(everybody.data ?? []).map(({ userId }) => `${userId}`)}
          followers={(followers.data ?? []).map(({ userId }) => `${userId}`)}
          onBusy={setBusy}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface Person {
  /** The id of the account. */
  readonly value: string
  readonly label: string
}
interface NotifyFormProps extends Pick<EditorToolDialogProps, 'editor' | 'onClose'> {
  readonly people: readonly Person[]
  readonly members: readonly string[]
  readonly followers: readonly string[]
  onBusy(isBusy: boolean): void
}

function NotifyForm({ editor, people, members, followers, onBusy, onClose }: NotifyFormProps) {
  const t = useNoticesText()
  const list = useListInDialog()
  const [chosen, setChosen] = useState<readonly string[]>(followers)
  const [before] = useState(followers)
  const [remark, setRemark] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const add = subscriptionApi.add.useMutation({ meta: { isQuiet: true } })
  const remove = subscriptionApi.remove.useMutation({ meta: { isQuiet: true } })
  const { pageId } = editor

  const tell = async () => {
    const added = chosen.filter((userId) => !before.includes(userId)).map(Number)
    const removed = before.filter((userId) => !chosen.includes(userId)).map(Number)
    if (added.length > 0) await add.mutateAsync({ pageId, userIds: added })
    if (removed.length > 0) await remove.mutateAsync({ pageId, userIds: removed })
    // Nobody is notified when all followers were removed.
    if (chosen.length === 0) await editor.save()
    else if (await editor.save({ notifyRemark: remark })) showToast(t('notify.saved', { count: chosen.length }))
    // The editor's screen shows why it was not saved, or asks.
    onClose()
  }
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    const isNobodyConcerned = chosen.length === 0 && before.length === 0
    setMissing(isNobodyConcerned)
    if (isNobodyConcerned) return
    onBusy(true)
    // A new page can be followed once it has been saved for the first time.
    if (pageId !== 0 || (await editor.save())) setSaved(true)
    else onClose()
  }
  const goOn = useEffectEvent(() =>
    tell().catch(() => {
      setSaved(false)
      onBusy(false)
    }),
  )
  useEffect(() => {
    if (isSaved && pageId !== 0) void goOn()
  }, [isSaved, pageId])

  return (
    <form id={FORM_ID} className="form" noValidate onSubmit={(event) => void begin(event)}>
      <FormAlert error={add.error ?? remove.error} />
      <MultiSelect
        label={t('notify.followers')}
        description={t('notify.followersText')}
        data={people.filter(({ value }, index) => people.findIndex((other) => other.value === value) === index)}
        value={[...chosen]}
        onChange={setChosen}
        searchable
        error={isMissing ? t('notify.nobody') : null}
        {...list}
      />
      <div>
        <Button onClick={() => setChosen([...new Set([...chosen, ...members])])}>{t('notify.all')}</Button>
      </div>
      <Textarea
        label={t('notify.remark')}
        placeholder={t('notify.remarkText')}
        value={remark}
        maxLength={limits.descriptionLength}
        autosize
        minRows={2}
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
    </form>
  )
}

import { Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useBackstageText } from '../texts.ts'
import { ShowdocFound } from './showdoc-found.tsx'
import { ShowdocUpload } from './showdoc-upload.tsx'
import type { ShowdocState } from './showdoc-state.ts'

export interface ShowdocFormProps {
  readonly state: ShowdocState
  /** Whether a check or a move is running. */
  readonly isUnderWay: boolean
  onStarted(taskId: number): void
}

/** Chooses the ShowDoc to move from and the options, checks it first, and starts the move. */
export function ShowdocForm({ state, isUnderWay, onStarted }: ShowdocFormProps) {
  const t = useBackstageText()
  const utils = api.useUtils()
  const { folders, upload, look, receipts } = state
  const [chosen, setChosen] = useState<string | null>(null)
  const [only, setOnly] = useState(0)
  const [links, setLinks] = useState<'keep' | 'rewrite'>('keep')
  const [address, setAddress] = useState('')
  const [showsPictures, setShowsPictures] = useState(false)
  const [mayBeOlder, setMayBeOlder] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const begun = {
    meta: { isQuiet: true },
    onSuccess: ({ taskId }: { readonly taskId: number }) => onStarted(taskId),
    onSettled: () => setAsked(false),
    onError: () => void utils.showdoc.invalidate(),
  }
  const lookAt = api.showdoc.look.useMutation(begun)
  const carry = api.showdoc.carry.useMutation(begun)

  // The folder that was checked last is the most likely choice.
  const known = look && (look.folder === '' || folders.includes(look.folder)) ? look.folder : (folders[0] ?? '')
  const folder = chosen ?? known
  // The check of an archive says nothing about the archive that replaced it.
  const isOfThis = folder !== '' || (look !== null && upload !== null && new Date(look.at) >= new Date(upload.at))
  const found = look?.folder === folder && isOfThis ? look : null
  const isThere = folder !== '' || upload !== null
  const isBusy = isUnderWay || lookAt.isPending || carry.isPending
  const items = found?.items ?? []
  const storages = found?.storages ?? []
  // When left out, the first choice stays.
  const pictures = { showsPictures: showsPictures && storages.length > 0 }
  const wish = { folder, only, ...pictures, mayBeOlder, ...(links === 'rewrite' && { links }), address: address.trim() }
  return (
    <div className="showdoc-form">
      {folders.length > 0 && (
        <Radio.Group
          label={t('showdoc.source')}
          value={folder}
          onChange={(value) => {
            setChosen(value)
            setOnly(0)
          }}
        >
          <div className="showdoc-choices">
            {folders.map((each) => (
              <Radio key={each} value={each} label={each} />
            ))}
            <Radio value="" label={t('showdoc.source.upload')} />
          </div>
        </Radio.Group>
      )}
      {/* Stays mounted, so that a running upload can be followed and cancelled after checking a folder. */}
      <div hidden={folder !== ''}>
        <ShowdocUpload upload={upload} isBusy={isBusy} hasFolders={folders.length > 0} />
      </div>
      {isThere && (
        <>
          <NativeSelect
            label={t('showdoc.only')}
            description={items.length === 0 ? t('showdoc.onlyHint') : undefined}
            data={[
              { value: '0', label: t('showdoc.onlyAll') },
              ...items.map(({ id, name }) => ({ value: String(id), label: `${id} · ${name}` })),
            ]}
            value={String(only)}
            onChange={({ currentTarget }) => setOnly(Number(currentTarget.value))}
          />
          <Radio.Group
            label={t('showdoc.links')}
            value={links}
            onChange={(value) => setLinks(value === 'rewrite' ? 'rewrite' : 'keep')}
          >
            <div className="showdoc-choices">
              <Radio value="keep" label={t('showdoc.links.keep')} description={t('showdoc.links.keepHint')} />
              <Radio value="rewrite" label={t('showdoc.links.rewrite')} description={t('showdoc.links.rewriteHint')} />
            </div>
          </Radio.Group>
          <TextInput
            label={t('showdoc.address')}
            description={t('showdoc.addressHint')}
            inputMode="url"
            placeholder="http://docs.example.com"
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          {storages.length > 0 && (
            <Checkbox
              label={t('showdoc.pictures', { hosts: storages.map(({ host }) => host).join(', ') })}
              description={t('showdoc.picturesHint', { count: storages.reduce((sum, { files }) => sum + files, 0) })}
              checked={showsPictures}
              onChange={({ currentTarget }) => setShowsPictures(currentTarget.checked)}
            />
          )}
          {receipts.length > 0 && (
            <Checkbox
              label={t('showdoc.older')}
              description={t('showdoc.olderHint')}
              checked={mayBeOlder}
              onChange={({ currentTarget }) => setMayBeOlder(currentTarget.checked)}
            />
          )}
          <FormAlert error={lookAt.error ?? carry.error} />
          <div className="form-actions">
            <WaitingButton look="primary" isOff={isBusy || found === null} onClick={() => setAsked(true)}>
              {t('showdoc.carry')}
            </WaitingButton>
            <WaitingButton isOff={isBusy} onClick={() => lookAt.mutate({ folder, only })}>
              {t(found ? 'showdoc.lookAgain' : 'showdoc.look')}
            </WaitingButton>
          </div>
          {found ? <ShowdocFound found={found} /> : <p className="form-text">{t('showdoc.lookFirst')}</p>}
        </>
      )}
      {isAsked && (
        <ConfirmDialog
          title={t('showdoc.carryTitle')}
          text={t('showdoc.carryText')}
          action={t('showdoc.carry')}
          isBusy={carry.isPending}
          onConfirm={() => carry.mutate({ ...wish, seen: { upload: upload?.at ?? '' } })}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}

import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../../texts.ts'
import { InvitationLink } from './invitation-link.tsx'

export interface InviteDialogProps {
  onClose(): void
}

const OF_EMAIL: readonly (string | null)[] = ['emailTaken', 'emailDomain', 'mailNotAvailable', 'invalidInput']

/** Asks whom to invite, and shows the link when it is not sent by e-mail. */
export function InviteDialog({ onClose }: InviteDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const { data: mail } = api.account.mailInfo.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const [values, setValues] = useState({ email: '', name: '' })
  const invite = api.invitation.add.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: ({ link }) => {
      if (link !== '') return
      showToast(t('people.invite.sent', { email: values.email.trim() }))
      onClose()
    },
    onSettled: () => void cache.invitation.invalidate(),
  })
  const nameField = useRef<HTMLInputElement>(null)
  // The first field is disabled then, and would lose the focus.
  useEffect(() => {
    if (mail?.isOn === false) nameField.current?.focus()
  }, [mail?.isOn])
  const refusal = refusalOf(invite.error)
  const atEmail = refusal && OF_EMAIL.includes(refusal.kind) ? refusal.message : null
  const set = (field: keyof typeof values) => (event: { readonly currentTarget: { readonly value: string } }) => {
    setValues({ ...values, [field]: event.currentTarget.value })
    if (atEmail !== null) invite.reset()
  }
  if (invite.data && invite.data.link !== '') return <InvitationLink link={invite.data.link} onClose={onClose} />
  const isByMail = values.email.trim() !== ''
  return (
    <FormDialog
      title={t('people.invite.title')}
      text={[t('people.invite.text')]}
      action={t(isByMail ? 'people.invite.send' : 'people.invite.makeLink')}
      isBusy={invite.isPending}
      error={atEmail === null ? invite.error : null}
      onSubmit={(event) => {
        event.preventDefault()
        invite.mutate({ email: values.email.trim(), name: values.name })
      }}
      onClose={onClose}
    >
      <TextInput
        type="email"
        label={t('people.invite.email')}
        description={t(mail?.isOn === false ? 'people.invite.noMail' : 'people.invite.emailHint')}
        autoComplete="off"
        disabled={mail?.isOn === false}
        value={values.email}
        error={atEmail}
        onChange={set('email')}
      />
      <TextInput
        ref={nameField}
        label={t('people.column.name')}
        autoComplete="off"
        value={values.name}
        onChange={set('name')}
      />
    </FormDialog>
  )
}

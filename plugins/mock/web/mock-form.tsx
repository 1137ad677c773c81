import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState, type ChangeEvent, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorHandle } from '#web/editor/editor-handle.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { METHODS, pathOf } from '../mock-rule.ts'
import { PLACEHOLDERS } from '../words.ts'
import { MockAddress } from './mock-address.tsx'
import { mockApi, useMockUtils, type KeptMock } from './mock-api.ts'
import { exampleIn } from './page-example.ts'
import { useMockText } from './texts.ts'
import './mock.css'

export interface MockFormProps {
  readonly editor: EditorHandle
  readonly kept: KeptMock
  onClose(): void
}

const FORM_ID = 'mock'
const BEGINNING = '{\n  "code": 0,\n  "data|3": [{ "id": "@increment", "name": "@cname" }]\n}'

export function MockForm({ editor, kept, onClose }: MockFormProps) {
  const { t: common } = useTranslation()
  const t = useMockText()
  const utils = useMockUtils()
  const [fields, setFields] = useState(() => ({ ...kept, template: kept.template || BEGINNING }))
  const [wrong, setWrong] = useState<{ readonly path?: string; readonly template?: string }>({})
  const set = (change: Partial<KeptMock>) => {
    setFields((before) => ({ ...before, ...change }))
    setWrong({})
  }
  const save = mockApi.add.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('saved'), 'ok')
      await utils.infoByPageId.invalidate({ pageId: kept.pageId })
    },
  })
  const [tried, setTried] = useState<string | null>(null)
  const preview = mockApi.preview.useQuery(
    { template: tried ?? '' },
    { enabled: tried !== null, retry: false, gcTime: 0, meta: { isQuiet: true } },
  )
  const isWrong = (): boolean => {
    const found = {
      ...(fields.path.trim() === '' && { path: t('pathRequired') }),
      ...(!isJson(fields.template) && { template: t('notJson') }),
    }
    setWrong(found)
    return Object.keys(found).length > 0
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong()) save.mutate(fields)
  }
  const takeExample = () => {
    const example = exampleIn(editor.markdown())
    if (example === null) setWrong({ template: t('noExample') })
    else set({ template: example })
  }
  const tryIt = () => {
    if (!isJson(fields.template)) setWrong({ template: t('notJson') })
    else if (tried === fields.template) void preview.refetch()
    else setTried(fields.template)
  }
  return (
    <Dialog
      title={t('title')}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common('action.close')}</Button>
          <Button type="submit" form={FORM_ID} look="primary" disabled={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className="form" noValidate onSubmit={submit}>
        <FormAlert error={save.error ?? preview.error} />
        {kept.uniqueKey !== '' && <MockAddress itemId={editor.itemId} kept={kept} />}
        <div className="mock-line">
          <NativeSelect
            label={t('method')}
            value={fields.method}
            data={METHODS.map((method) => ({ value: method, label: method || t('methodAny') }))}
            onChange={({ currentTarget: { value } }) => set({ method: METHODS.find((each) => each === value) ?? '' })}
          />
          <TextInput
            label={t('path')}
            placeholder="/orders/7"
            value={fields.path}
            error={wrong.path}
            maxLength={500}
            data-autofocus
            onChange={(event) => set({ path: event.currentTarget.value })}
            onBlur={() => fields.path.trim() !== '' && set({ path: pathOf(fields.path) })}
          />
        </div>
        <Textarea
          label={t('template')}
          description={t('hint')}
          error={wrong.template}
          value={fields.template}
          rows={12}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
          onChange={(event) => set({ template: event.currentTarget.value })}
        />
        <div className="form-actions">
          <Button onClick={tryIt} disabled={preview.isFetching}>
            {t('preview')}
          </Button>
          <Button onClick={takeExample}>{t('example')}</Button>
        </div>
        {preview.data && (
          <Textarea
            label={t('previewed')}
            value={preview.data.answer}
            rows={8}
            readOnly
            styles={{ input: { fontFamily: 'var(--font-mono)' } }}
          />
        )}
        <details>
          <summary>{t('placeholders')}</summary>
          <p className="mock-words">{PLACEHOLDERS.join(' ')}</p>
        </details>
        <details open={fields.status !== 200 || fields.delayMs > 0 || fields.errorRate > 0}>
          <summary>{t('more')}</summary>
          <div className="mock-line">
            <TextInput label={t('status')} min={200} max={599} {...whole('status', fields, set)} />
            <TextInput label={t('delay')} min={0} max={5_000} {...whole('delayMs', fields, set)} />
            <TextInput label={t('errorRate')} min={0} max={100} {...whole('errorRate', fields, set)} />
          </div>
        </details>
      </form>
    </Dialog>
  )
}

const USUAL = { status: 200, delayMs: 0, errorRate: 0 } as const
const whole = (
  name: 'status' | 'delayMs' | 'errorRate',
  fields: KeptMock,
  set: (change: Partial<KeptMock>) => void,
) => ({
  type: 'number',
  step: 1,
  // Empty while somebody types another number.
  value: Number.isNaN(fields[name]) ? '' : fields[name],
  onChange: ({ currentTarget: { valueAsNumber } }: ChangeEvent<HTMLInputElement>) =>
    set({ [name]: Math.trunc(valueAsNumber) }),
  onBlur: () => Number.isNaN(fields[name]) && set({ [name]: USUAL[name] }),
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

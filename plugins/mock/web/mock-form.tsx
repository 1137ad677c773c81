import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState, type ChangeEvent, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorHandle } from '#web/editor/editor-handle.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { describedAnswer, templateOfFields } from '../document-template.ts'
import { METHODS, keptPath } from '../mock-rule.ts'
import { PLACEHOLDERS } from '../words.ts'
import { MockAddress } from './mock-address.tsx'
import { mockApi, useMockUtils, type KeptMock } from './mock-api.ts'
import { MockCases } from './mock-cases.tsx'
import { exampleIn } from './page-example.ts'
import { NewAddressDialog } from './new-address-dialog.tsx'
import { useMockText } from './texts.ts'
import './mock.css'

export interface MockFormProps {
  readonly editor: EditorHandle
  readonly kept: KeptMock
  onClose(): void
}

interface Wrong {
  readonly path?: string
  readonly template?: string
  /** Numbers of cases. */
  readonly cases?: ReadonlySet<number>
}

const FORM_ID = 'mock'
const NONE: ReadonlySet<number> = new Set()
const BEGINNING = '{\n  "code": 0,\n  "data|3": [{ "id": "@increment", "name": "@cname" }]\n}'

export function MockForm({ editor, kept, onClose }: MockFormProps) {
  const { t: common } = useTranslation()
  const t = useMockText()
  const utils = useMockUtils()
  const [fields, setFields] = useState(() => ({ ...kept, template: kept.template || BEGINNING }))
  const [wrong, setWrong] = useState<Wrong>({})
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
  const [isResetting, setResetting] = useState(false)
  const preview = mockApi.preview.useQuery(
    { template: tried ?? '' },
    { enabled: tried !== null, retry: false, gcTime: 0, meta: { isQuiet: true } },
  )
  const isWrong = (): boolean => {
    const cases = fields.cases.flatMap(({ template }, at) => (isJson(template) ? [] : at))
    const found = {
      ...(fields.path.trim() === '' && { path: t('pathRequired') }),
      ...(!isJson(fields.template) && { template: t('notJson') }),
      ...(cases.length > 0 && { cases: new Set(cases) }),
    }
    setWrong(found)
    return Object.keys(found).length > 0
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong()) save.mutate(fields)
  }
  const isDocument = describedAnswer(editor.markdown()) !== null
  const takeExample = () => {
    const content = editor.markdown()
    const described = describedAnswer(content)
    const example = described ? described.example : exampleIn(content)
    if (example === null) setWrong({ template: t(described ? 'noAnswer' : 'noExample') })
    else set({ template: example })
  }
  const takeFields = () => {
    const described = describedAnswer(editor.markdown())?.fields ?? []
    if (described.length === 0) setWrong({ template: t('noFields') })
    else set({ template: templateOfFields(described) })
  }
  const tryIt = () => {
    if (!isJson(fields.template)) setWrong({ template: t('notJson') })
    else if (tried === fields.template) void preview.refetch()
    else setTried(fields.template)
  }
  return (
    <>
      <Dialog
        title={t('title')}
        size="wide"
        saved={kept}
        isSaving={save.isPending}
        onClose={onClose}
        actions={(leave) => (
          <>
            <Button onClick={leave}>{common('action.close')}</Button>
            <WaitingButton type="submit" form={FORM_ID} look="primary" isOff={save.isPending}>
              {t('save')}
            </WaitingButton>
          </>
        )}
      >
        <form id={FORM_ID} className="form" noValidate onSubmit={submit}>
          <FormAlert error={save.error ?? preview.error} />
          {kept.uniqueKey !== '' && (
            <MockAddress itemId={editor.itemId} kept={kept} onReset={() => setResetting(true)} />
          )}
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
              onBlur={() => fields.path.trim() !== '' && set({ path: keptPath(fields.path.trim()).path })}
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
            <WaitingButton onClick={tryIt} isOff={preview.isFetching}>
              {t('preview')}
            </WaitingButton>
            <Button onClick={takeExample}>{t('example')}</Button>
            {isDocument && <Button onClick={takeFields}>{t('fromFields')}</Button>}
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
          <MockCases cases={fields.cases} wrong={wrong.cases ?? NONE} onChange={(cases) => set({ cases })} />
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
      {isResetting && <NewAddressDialog pageId={kept.pageId} onClose={() => setResetting(false)} />}
    </>
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
  // Empty while another number is being typed.
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

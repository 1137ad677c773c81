import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import type { KeptMock } from './mock-api.ts'
import { useMockText } from './texts.ts'

type ShownCase = KeptMock['cases'][number]

export interface MockCasesProps {
  readonly cases: readonly ShownCase[]
  /** Indexes of cases whose template is not JSON. */
  readonly wrong: ReadonlySet<number>
  onChange(cases: ShownCase[]): void
}

const PLACES = ['query', 'header', 'body'] as const
/** The maximum number is reached. */
const MOST_CASES = 20
const NEW: ShownCase = { in: 'query', name: '', equals: '', template: '{\n  \n}', status: 200, headers: [], delayMs: 0 }

/** Alternative answers for matching requests; the first match is used. */
export function MockCases({ cases, wrong, onChange }: MockCasesProps) {
  const t = useMockText()
  const change = (at: number, part: Partial<ShownCase>) =>
    onChange(cases.map((each, other) => (other === at ? { ...each, ...part } : each)))
  return (
    <details open={cases.length > 0}>
      <summary>{t('cases')}</summary>
      <p className="form-text">{t('casesText')}</p>
      {cases.map((each, at) => (
        <fieldset key={at} className="mock-case">
          <legend>{t('caseNumber', { number: at + 1 })}</legend>
          <div className="mock-line">
            <NativeSelect
              label={t('caseIn')}
              value={each.in}
              data={PLACES.map((place) => ({ value: place, label: t(`caseIn_${place}`) }))}
              onChange={({ currentTarget: { value } }) =>
                change(at, { in: PLACES.find((place) => place === value) ?? 'query' })
              }
            />
            <TextInput
              label={t('caseName')}
              value={each.name}
              maxLength={100}
              required
              onChange={({ currentTarget: { value } }) => change(at, { name: value })}
            />
            <TextInput
              label={t('caseEquals')}
              value={each.equals}
              maxLength={500}
              onChange={({ currentTarget: { value } }) => change(at, { equals: value })}
            />
            <TextInput
              label={t('status')}
              inputMode="numeric"
              value={Number.isNaN(each.status) ? '' : String(each.status)}
              onChange={({ currentTarget: { value } }) => change(at, { status: Number.parseInt(value, 10) })}
              onBlur={() => Number.isNaN(each.status) && change(at, { status: NEW.status })}
            />
            <IconButton
              label={t('caseRemove', { number: at + 1 })}
              onClick={() => onChange(cases.filter((_, other) => other !== at))}
            >
              <Trash2 />
            </IconButton>
          </div>
          <Textarea
            label={t('template')}
            error={wrong.has(at) ? t('notJson') : undefined}
            value={each.template}
            rows={5}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--font-mono)' } }}
            onChange={({ currentTarget: { value } }) => change(at, { template: value })}
          />
        </fieldset>
      ))}
      {cases.length < MOST_CASES && (
        <Button onClick={() => onChange([...cases, NEW])}>
          <Plus />
          {t('caseAdd')}
        </Button>
      )}
    </details>
  )
}

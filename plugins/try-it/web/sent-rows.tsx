import { Checkbox, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { SentRow } from '../call.ts'
import { useTryText } from './texts.ts'

export interface SentRowsProps {
  readonly title: string
  readonly rows: readonly SentRow[]
  onChange(rows: readonly SentRow[]): void
}

/** Parameters to send, each of which can be disabled. */
export function SentRows({ title, rows, onChange }: SentRowsProps) {
  const t = useTryText()
  const id = useId()
  if (rows.length === 0) return null
  const change = (at: number, part: Partial<SentRow>) =>
    onChange(rows.map((row, position) => (position === at ? { ...row, ...part } : row)))
  return (
    <section aria-labelledby={id} className="try-rows">
      <h2 id={id}>{title}</h2>
      <ul>
        {rows.map(({ name, value, isOn }, at) => (
          // Two rows may have the same name, and nothing is moved here.
          <li key={at}>
            <Checkbox
              aria-label={t('on', { name })}
              checked={isOn}
              onChange={(event) => change(at, { isOn: event.currentTarget.checked })}
            />
            <code>{name}</code>
            <TextInput
              aria-label={name}
              value={value}
              spellCheck={false}
              autoComplete="off"
              // A value that is being typed is meant to be sent.
              onChange={(event) => change(at, { value: event.currentTarget.value, isOn: true })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

// @vitest-environment jsdom
import { Radio } from '@mantine/core'
import { act, useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { WaitingCheckbox, WaitingRadio, WaitingSelect } from './waiting-choice.tsx'

interface Choice {
  readonly chosen: string
  choose(value: string): void
  readonly isOff: boolean
}

const NAMES = ['reader', 'editor']
const KINDS: Readonly<Record<string, (choice: Choice) => ReactNode>> = {
  select: ({ chosen, choose, isOff }) => (
    <WaitingSelect data={NAMES} value={chosen} isOff={isOff} onChange={(event) => choose(event.currentTarget.value)} />
  ),
  radio: ({ chosen, choose, isOff }) => (
    <Radio.Group value={chosen} onChange={choose}>
      {NAMES.map((name) => (
        <WaitingRadio key={name} value={name} isOff={isOff} />
      ))}
    </Radio.Group>
  ),
  checkbox: ({ chosen, choose, isOff }) => (
    <WaitingCheckbox
      checked={chosen === 'editor'}
      isOff={isOff}
      onChange={(event) => choose(event.currentTarget.checked ? 'editor' : 'reader')}
    />
  ),
}

/** A choice that is saved at once: it is off as soon as something is chosen, until it is saved. */
async function shown(draw: (choice: Choice) => ReactNode) {
  stubMatchMedia()
  const saves: string[] = []
  function Saved() {
    const [chosen, setChosen] = useState('reader')
    const [isOff, setOff] = useState(false)
    const choose = (value: string) => {
      saves.push(value)
      setChosen(value)
      setOff(true)
    }
    return (
      <>
        {draw({ chosen, choose, isOff })}
        <button type="button" onClick={() => setOff(false)}>
          Saved
        </button>
      </>
    )
  }
  const { place } = await mounted(
    <Themed>
      <Saved />
    </Themed>,
    {},
  )
  const fields = [...place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
  const isChosen = () =>
    fields.map((field) => (field instanceof HTMLSelectElement ? field.value === 'editor' : field.checked)).at(-1)
  /** As a browser does: it shows the choice, and then tells. Only radios have a field for each. */
  const choose = (value: string) =>
    act(async () => {
      const field = fields[value === 'reader' ? 0 : fields.length - 1]
      field?.focus()
      if (!(field instanceof HTMLSelectElement)) return field?.click()
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })
  const isAnnouncedOff = () => fields.map((field) => field.getAttribute('aria-disabled') === 'true')
  const finish = () => act(async () => place.querySelector('button')?.click())
  return { fields, saves, isChosen, choose, isAnnouncedOff, finish }
}

it.each(Object.entries(KINDS))(
  'a %s keeps the focus and the choice while it is saved, and starts no second call',
  async (_, draw) => {
    const { fields, saves, isChosen, choose, isAnnouncedOff, finish } = await shown(draw)

    await choose('editor')
    expect(isAnnouncedOff()).not.toContain(false)
    expect(fields).toContain(document.activeElement)
    await choose('reader')
    expect([isChosen(), saves]).toEqual([true, ['editor']])
    await finish()

    expect(isAnnouncedOff()).not.toContain(true)
    expect(fields).toContain(document.activeElement)
    await choose('reader')
    expect([isChosen(), saves]).toEqual([false, ['editor', 'reader']])
  },
)

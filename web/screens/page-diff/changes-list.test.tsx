// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { ChangesList } from './changes-list.tsx'
import { comparisonOf, type Comparison } from './comparison.ts'
import { useChangeSteps } from './use-change-steps.ts'

function Changes({ before, comparison }: { readonly before: string; readonly comparison: Comparison }) {
  const { at, drawn, goTo, drawMore } = useChangeSteps(comparison)
  return (
    <>
      <output>{at}</output>
      <button type="button" onClick={() => goTo(at + 1)}>
        next
      </button>
      <ChangesList comparison={comparison} before={before} isInline drawn={drawn} onDrawMore={drawMore} />
    </>
  )
}

async function open(before: string, after: string) {
  const comparison = comparisonOf(before, after, { linesMs: 60_000, isOver: () => false })
  if (!comparison) throw new Error('it took too long')
  const { place } = await mounted(<Changes before={before} comparison={comparison} />, {})
  await until(() => place.querySelector('output'))
  const press = (key: string) =>
    act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, cancelable: true })))
  return {
    place,
    press,
    click: (name: string) =>
      act(async () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()),
    textOf: () => place.querySelector('.diff-lines')?.textContent ?? '',
  }
}

beforeEach(() => {
  // Not implemented in jsdom, because it has no layout.
  Element.prototype.scrollIntoView ??= () => undefined
})

describe('[HIST-09] the list of changes', () => {
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`)

  it('can be navigated cyclically by keyboard', async () => {
    const { press } = await open(lines.join('\n'), lines.with(0, 'first').with(40, 'line forty-one').join('\n'))

    const visited: (string | undefined)[] = []
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await press(key)
      visited.push(document.activeElement?.id)
    }

    expect(visited).toEqual(['change-1', 'change-2', 'change-1', 'change-2'])
  })

  it('renders a distant change when navigating to it', async () => {
    const many = Array.from({ length: 1_100 }, (_, at) => `old ${at}`)
    const before = [...many, ...lines, 'the end'].join('\n')
    const { place, click, textOf } = await open(before, [...lines, 'the very end'].join('\n'))
    expect(textOf()).not.toContain('the very end')

    await click('next')
    await click('next')

    expect(document.activeElement?.id).toBe('change-2')
    expect(textOf()).toContain('the very end')
    expect(place.querySelector('output')?.textContent).toBe('2')
  })

  it('expands collapsed lines, with their numbers', async () => {
    const { place, click, textOf } = await open(lines.join('\n'), ['new', ...lines].join('\n'))
    expect(textOf()).not.toContain('line 20')

    await click('57 unchanged lines')

    expect(textOf()).toContain('line 20')
    const numbers = [...place.querySelectorAll('.diff-number')].map(({ textContent }) => textContent)
    expect(numbers.at(-1)).toBe('61')
  })
})

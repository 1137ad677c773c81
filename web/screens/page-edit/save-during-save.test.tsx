// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { until } from '#tests/support/mounted.tsx'
import { openPageWork as open, STORED } from '#tests/support/page-work.tsx'
import { clearDrafts } from '#web/editor/drafts.ts'

beforeEach(() => clearDrafts())

it('saves text typed during a save after it, when a save was requested meanwhile', async () => {
  const sent: object[] = []
  let answer: (saved: unknown) => void = () => undefined
  const page = await open(STORED, {
    'page.save': (input: object) => {
      sent.push(input)
      return sent.length === 1 ? new Promise((resolve) => (answer = resolve)) : { pageId: 7, revision: 4 }
    },
  })
  await page.type('The text that was typed')
  await page.save()
  await page.type('The text that was typed since')
  await page.save()

  await act(async () => answer({ pageId: 7, revision: 3 }))

  await until(() => page.work().state.kind === 'saved')
  expect(sent).toHaveLength(2)
  expect(JSON.stringify(sent[1])).toContain('typed since')
})

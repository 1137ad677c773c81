// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { shownToasts } from '#web/parts/toast-store.ts'
import { offerUndo, undoLast } from '#web/parts/undo-offers.ts'
import { RecoverDialog } from './recover-dialog.tsx'

it('the message that offers to undo a deletion goes when the page comes back from the recycle bin', async () => {
  stubDialogs()
  const run = vi.fn<() => void>()
  const page = { pageId: 3, pageTitle: 'Quokkas', deletedByUsername: 'ann', deletedAt: '2026-03-01T09:30:00.000Z' }
  const dialog = <RecoverDialog itemId={1} page={page} onClose={() => undefined} />
  const { place } = await mounted(dialog, { 'recycle.recover': () => ({ catalogId: 5 }) })
  await until(() => place.querySelector('button'))
  offerUndo({ itemId: 1, text: '“Quokkas” deleted', label: 'Undo', pageIds: [3], run })

  await act(async () => [...place.querySelectorAll('button')].at(-1)?.click())

  await until(() => shownToasts().every(({ text }) => text !== '“Quokkas” deleted'))
  expect([undoLast(1), run.mock.calls.length]).toEqual([false, 0])
})

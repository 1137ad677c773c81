// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { seenBesideShare } from '#tests/support/opened-menu.tsx'
import { ExportAction } from './export-action.tsx'

it.each([
  ['the export comes together with the other entries', { formats: [{ parts: ['item'] }] }, ['action', 'share']],
  ['without a format there is no export', { formats: [] }, ['share']],
])('%s', async (_case, answer, expected) => {
  const entry = <ExportAction itemId={1} itemType="regular" pageId={2} canEdit={false} canCopy />

  expect(await seenBesideShare(entry, 'export.formats', () => answer)).toEqual([expected])
})

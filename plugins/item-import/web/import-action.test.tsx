// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { seenBesideShare } from '#tests/support/opened-menu.tsx'
import { ImportAction } from './import-action.tsx'

it.each([
  ['the import comes together with the other entries', { formats: [{}] }, ['action', 'share']],
  ['without a format there is no import', { formats: [] }, ['share']],
])('%s', async (_case, answer, expected) => {
  const entry = <ImportAction itemId={1} itemType="regular" pageId={2} canEdit canCopy />

  expect(await seenBesideShare(entry, 'import.formats', () => answer)).toEqual([expected])
})

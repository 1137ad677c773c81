// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { SHOWDOC_UPLOAD_BYTES } from '#core/ports/showdoc-moves.ts'
import { ShowdocUpload } from './showdoc-upload.tsx'

it('says of an archive that is too large before it is sent', async () => {
  const { place } = await mounted(<ShowdocUpload upload={null} isBusy={false} hasFolders={false} />, {})
  // Its texts are loaded first.
  await until(() => place.querySelector('input[type=file]'))
  const input = place.querySelector('input[type=file]')
  const archive = new File([''], 'showdoc.zip')
  Object.defineProperty(archive, 'size', { value: SHOWDOC_UPLOAD_BYTES })
  Object.defineProperty(input, 'files', { value: [archive] })

  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })))

  expect(place.querySelector('[role=alert]')?.textContent).toBe('showdoc.tooLarge')
  expect(place.querySelector('progress')).toBeNull()
})

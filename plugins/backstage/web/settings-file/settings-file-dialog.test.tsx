// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { stubDialogs, stubFonts, stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { SettingsFileDialog } from './settings-file-dialog.tsx'

/** Chooses a file of which the server says this. */
async function chosen(answer: () => unknown): Promise<Element> {
  stubMatchMedia()
  stubFonts()
  stubDialogs()
  const { place } = await mounted(
    <Themed>
      <SettingsFileDialog onClose={() => undefined} />
    </Themed>,
    { 'settings.previewFile': answer },
  )
  await until(() => place.querySelector('input[type=file]'))
  const field = place.querySelector<HTMLInputElement>('input[type=file]')
  const file = Object.assign(new File([], 'settings.json'), { arrayBuffer: async () => new ArrayBuffer(2) })
  Object.defineProperty(field, 'files', { value: [file], configurable: true })
  await act(async () => field?.dispatchEvent(new Event('change', { bubbles: true })))
  return place
}

// Texts of plugins are their keys here.
it('says at the field that a file is none of settings, and nothing at the head', async () => {
  const place = await chosen(() => {
    throw new Refused('invalidInput')
  })

  await until(() => place.querySelector('.mantine-FileInput-error'))

  expect(place.querySelector('.mantine-FileInput-error')?.textContent).toBe('settings.file.other')
  expect(place.querySelector('.form-alert')?.textContent ?? '').toBe('')
})

it('says what of a file is left as it is, and not that everything was so already', async () => {
  const place = await chosen(() => ({ sections: [], passedOver: ['plugin.nobody'] }))
  const lines = () => [...place.querySelectorAll('[role=status] p')].map(({ textContent }) => textContent)

  await until(() => lines().length > 0)

  expect(lines()).toEqual(['settings.file.nothingHere', 'settings.file.passedOver'])
})

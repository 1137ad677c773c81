// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { stubDialogs, stubFonts, stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { SeveralDialog } from './people/several/several-dialog.tsx'
import { SettingsFileDialog } from './settings-file/settings-file-dialog.tsx'

const MEGABYTE = 1024 * 1024

/** Opens a dialog in which files are chosen; what is sent to the server is kept. */
async function opened(Dialog: typeof SeveralDialog) {
  // What jsdom does not have.
  stubMatchMedia()
  stubFonts()
  stubDialogs()
  const sent: unknown[] = []
  const { place } = await mounted(
    <Themed>
      <Dialog onClose={() => undefined} />
    </Themed>,
    {
      'adminUser.previewSeveral': ({ people }: { readonly people: readonly unknown[] }) => ({
        rows: people.map(() => ({ deed: 'add', problems: [] })),
      }),
      'settings.previewFile': ({ file }: { readonly file: string }) => {
        sent.push(file)
        return { sections: [], passedOver: [] }
      },
    },
  )
  await until(() => place.querySelector('input[type=file]'))
  const within = <E extends Element>(selector: string): E =>
    place.querySelector<E>(selector) ?? expect.unreachable(selector)
  return {
    sent,
    place,
    text: () => within<HTMLTextAreaElement>('textarea').value,
    submit: () => act(async () => within<HTMLFormElement>('form').requestSubmit()),
    /** Chooses a file, whose bytes come later. */
    async choose(bytes: () => Promise<ArrayBuffer>, size = 10) {
      const field = within<HTMLInputElement>('input[type=file]')
      const file = Object.defineProperty(Object.assign(new File([], 'rows.csv'), { arrayBuffer: bytes }), 'size', {
        value: size,
      })
      Object.defineProperty(field, 'files', { value: [file], configurable: true })
      await act(async () => field.dispatchEvent(new Event('change', { bubbles: true })))
    },
  }
}
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer
const gone = () => Promise.reject(new DOMException('gone', 'NotFoundError'))

it('the rows are those of the file chosen last, however long each takes to be read', async () => {
  const { text, choose } = await opened(SeveralDialog)
  const first = Promise.withResolvers<ArrayBuffer>()

  await choose(() => first.promise)
  await choose(async () => bytesOf('ben,Ben,,a long sentence'))
  await until(() => text() !== '')
  await act(async () => first.resolve(bytesOf('ann,Ann,,a long sentence')))

  expect(text()).toBe('ben,Ben,,a long sentence')
})

it('what was planned for the rows before is gone as soon as another file is chosen', async () => {
  const { place, choose, submit } = await opened(SeveralDialog)
  await choose(async () => bytesOf('ann,Ann,,a long sentence'))
  await submit()
  await until(() => place.querySelector('table'))

  await choose(() => new Promise(() => undefined))

  expect(place.querySelector('table')).toBeNull()
})

const REFUSED = [
  ['cannot be read', gone, 10],
  ['is too large', async () => bytesOf('ann,Ann,,a long sentence'), 21 * MEGABYTE],
] as const

it.each(REFUSED)('a table that %s is refused', async (_case, bytes, size) => {
  const { place, text, choose } = await opened(SeveralDialog)

  await choose(bytes, size)

  await until(() => place.querySelector('textarea[aria-invalid=true]'))
  expect(text()).toBe('')
})

it.each(REFUSED)('a file with settings that %s is refused', async (_case, bytes, size) => {
  const { place, sent, choose } = await opened(SettingsFileDialog)

  await choose(bytes, size)

  await until(() => place.querySelector('.mantine-FileInput-error'))
  expect(sent).toEqual([])
})

it('settings are those of the file chosen last', async () => {
  const { sent, choose } = await opened(SettingsFileDialog)
  const first = Promise.withResolvers<ArrayBuffer>()

  await choose(() => first.promise)
  await choose(async () => bytesOf('{"second":1}'))
  await until(() => sent.length > 0)
  await act(async () => first.resolve(bytesOf('{"first":1}')))

  expect(sent).toEqual(['{"second":1}'])
})

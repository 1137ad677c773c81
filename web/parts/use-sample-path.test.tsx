// @vitest-environment jsdom
import { act } from 'react'
import { useTranslation } from 'react-i18next'
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { useSamplePath } from './use-sample-path.ts'

function Probe() {
  const { i18n } = useTranslation()
  return <button onClick={() => void i18n.changeLanguage('zh-cn')}>{useSamplePath('demo') ?? 'none'}</button>
}
/** @param there domains of items that are there */
const shown = (...there: readonly string[]) =>
  mounted(<Probe />, {
    'item.isReadable': ({ itemId }: { readonly itemId: string }) => ({ isReadable: there.includes(itemId) }),
  })

it('leads to the sample in the language of whoever reads', async () => {
  const { place } = await shown('ordersapi', 'ordersapicn')
  await until(() => place.textContent === '/ordersapi')

  await act(async () => place.querySelector('button')?.click())

  await until(() => place.textContent === '/ordersapicn')
})

it('leads to the item in both languages where the samples are from before', async () => {
  const { place } = await shown('ordersapi')

  await act(async () => place.querySelector('button')?.click())

  await until(() => place.textContent === '/ordersapi')
})

it('leads nowhere without samples', async () => {
  const { place } = await shown()

  expect(place.textContent).toBe('none')
})

// @vitest-environment jsdom
import { act } from 'react'
import { useTranslation } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import backstage from '#plugins/backstage/web.tsx'
import keyLogin from '#plugins/key-login/web.tsx'
import { mounted, until } from '#tests/support/mounted.tsx'
import { useAdminSections } from '#web/screens/admin/use-admin-sections.ts'

vi.mock(import('#web/extensions/load.ts'), () => ({ loadWebPlugins: async () => [keyLogin, backstage] }))

it('[GEN-12] the key of the general access is set up in Chinese alone', async () => {
  function Sections() {
    const { i18n } = useTranslation()
    const ids = useAdminSections().map(({ id }) => id)
    return <button onClick={() => void i18n.changeLanguage('zh-cn')}>{ids.join(' ')}</button>
  }
  const { place } = await mounted(<Sections />, {})
  const shown = () => place.textContent?.split(' ') ?? []
  await until(() => shown().includes('backstage-about'))
  expect(shown()).not.toContain('key-login-key')

  await act(async () => place.querySelector('button')?.click())
  await until(() => shown().includes('key-login-key'))

  expect(shown()).toContain('backstage-about')
})
